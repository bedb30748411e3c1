-- What both filters begin with. Each tells losses on standard error, a line "COSCRIBE<tab>sentence" for each.

local common = {}

-- The job that lies in job.json of the working folder.
common.job = (function()
  local file = assert(io.open("job.json", "r"))
  local text = file:read("a")
  file:close()
  return pandoc.json.decode(text, false)
end)()

local told = {}
function common.tell(sentence)
  if not told[sentence] then
    told[sentence] = true
    io.stderr:write("COSCRIBE\t" .. sentence:gsub("%s+", " ") .. "\n")
  end
end

function common.short(text)
  text = text:gsub("%s+", " ")
  if utf8.len(text) and utf8.len(text) > 60 then
    return text:sub(1, utf8.offset(text, 58) - 1) .. "…"
  end
  return text
end

function common.counted(number, one)
  return number .. " " .. one .. (number == 1 and "" or "s")
end

return common
