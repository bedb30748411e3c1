-- Comments of Word in Markdown: <!-- Comment by NAME (DATE) on “WORDS”: TEXT -->, behind the words that they are about.

local comments = {}

-- Signs that would end an HTML comment, open another element, or divide a table's cells; and those in their place.
local SIGNS = { ["<"] = "‹", [">"] = "›", ["|"] = "¦" }

-- The HTML comment of a comment with author, date and text. `words`: what it is about, cut short.
function comments.written(comment, words)
  local said = "Comment by " .. (comment.author ~= "" and comment.author or "somebody")
  if comment.date ~= "" then
    said = said .. " (" .. comment.date:sub(1, 10) .. ")"
  end
  if words and words ~= "" then
    said = said .. " on “" .. words .. "”"
  end
  said = (said .. ": " .. comment.text):gsub("%s+", " "):gsub("%-%-+", "–"):gsub("[<>|]", SIGNS)
  return "<!-- " .. said .. " -->"
end

local function restored(text)
  for sign, other in pairs(SIGNS) do
    text = text:gsub(other, sign)
  end
  return text
end

-- The comment in an HTML comment: author, date, words and text; nil for another HTML comment.
function comments.read(raw)
  local said = raw:match("^%s*<!%-%-%s*Comment by (.-)%s*%-%->%s*$")
  if not said then
    return nil
  end
  local author, date, rest = said:match("^(.-) %((%d%d%d%d%-%d%d%-%d%d)%)(.*)$")
  if not author then
    author, rest = said:match("^(.-)( on “.*)$")
  end
  if not author or author:find(": ", 1, true) then  -- that was of the comment's own text
    author, rest = said:match("^(.-)(:.*)$")
    date = nil
  end
  local words, text = (rest or ""):match("^ on “(.-)”:%s*(.*)$")
  text = text or (rest or ""):match("^:%s*(.*)$")
  if not text then
    return nil
  end
  return { author = restored(author), date = date or "", words = restored(words or ""), text = restored(text) }
end

return comments
