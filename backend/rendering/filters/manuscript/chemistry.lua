-- Chemical formulas in the notation of mhchem (\ce{H2O}) become formulas of plain LaTeX.

local chemistry = {}

-- Longer arrows come first: the first that fits is taken.
local ARROWS = {
  { "<=>>", "\\rightleftharpoons" }, { "<<=>", "\\rightleftharpoons" }, { "<=>", "\\rightleftharpoons" },
  { "<-->", "\\leftrightarrow" }, { "<->", "\\leftrightarrow" }, { "->", "\\rightarrow" }, { "<-", "\\leftarrow" },
}
local SIGNS = { ["#"] = "\\equiv ", ["*"] = "\\cdot ", ["."] = "\\cdot ", ["="] = "=", ["/"] = "/", [","] = ",\\," }

local function arrow_at(text, at)
  for _, arrow in ipairs(ARROWS) do
    if text:sub(at, at + #arrow[1] - 1) == arrow[1] then
      return arrow[2], at + #arrow[1]
    end
  end
  return nil
end

-- What stands above and below an arrow: "[…][…]".
local function arrow_with_words(text, at, arrow)
  local over, after = text:match("^%[([^%[%]]*)%]()", at)
  if not over then
    return arrow .. " ", at
  end
  local under, last = text:match("^%[([^%[%]]*)%]()", after)
  local made = "\\overset{" .. chemistry.converted(over) .. "}{" .. arrow .. "}"
  if under then
    made = "\\underset{" .. chemistry.converted(under) .. "}{" .. made .. "}"
  end
  return made .. " ", last or after
end

-- A superscript or subscript: "^{2+}", "^2-", "_{n}", "_2".
local function script_at(text, at)
  local sign = text:sub(at, at)
  local held, after = text:match("^(%b{})()", at + 1)
  if not held then
    held, after = text:match("^(%d*[+-]*)()", at + 1)
    if held == "" then
      held, after = text:match("^(%a)()", at + 1)
    end
    held = held and "{" .. held .. "}"
  end
  if not held then
    return "", at + 1
  end
  return sign .. held:gsub("%a+", "\\mathrm{%0}"), after
end

local function number_at(text, at, follows)
  local number, after = text:match("^(%d+[./]?%d*)()", at)
  if number:sub(-1):find("[./]") then
    number, after = number:sub(1, -2), after - 1
  end
  return follows and "_{" .. number .. "}" or number .. "\\,", after
end

-- The LaTeX of a formula in mhchem's notation, without the signs for mathematics around it.
function chemistry.converted(text)
  local out, at, follows = {}, 1, false  -- `follows`: a number here belongs to what stands before it
  while at <= #text do
    local rest = text:sub(at)
    local sign = rest:sub(1, 1)
    local arrow, after = arrow_at(text, at)
    local made, next_follows = nil, false
    if arrow then
      made, after = arrow_with_words(text, after, arrow)
    elseif rest:match("^%b$$") then
      made, after = text:match("^%$(.-)%$()", at)
    elseif rest:match("^\\%a+") then
      made, after = text:match("^(\\%a+%s?)()", at)
    elseif rest:match("^%s") then
      made, after = "", text:match("^%s+()", at)
    elseif rest:match("^[v^]%f[%s\0]") and (at == 1 or text:sub(at - 1, at - 1):match("%s")) then
      made, after = sign == "v" and "\\downarrow " or "\\uparrow ", at + 1
    elseif sign == "^" or sign == "_" then
      made, after = script_at(text, at)
      next_follows = true
    elseif sign:match("%a") then
      local letters
      letters, after = text:match("^(%a+)()", at)
      made, next_follows = "\\mathrm{" .. letters .. "}", true
    elseif sign:match("%d") then
      made, after = number_at(text, at, follows)
      next_follows = follows
    elseif sign:match("[+-]") and follows and rest:match("^[+-]+%f[%s%)%]}\0]") then
      local charge
      charge, after = text:match("^([+-]+)()", at)
      made = "^{" .. charge .. "}"
    elseif sign:match("[%)%]}]") then
      made, next_follows = sign, true
    end
    out[#out + 1] = made or SIGNS[sign] or sign
    at, follows = after or at + 1, next_follows
  end
  return table.concat(out)
end

-- The text of a formula with each \ce{…} in it converted.
function chemistry.within(text)
  return (text:gsub("\\ce%s*(%b{})", function(held)
    return "{" .. chemistry.converted(held:sub(2, -2)) .. "}"
  end))
end

return chemistry
