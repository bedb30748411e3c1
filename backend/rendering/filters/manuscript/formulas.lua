-- Formulas: LaTeX environments become formulas that every writer shows, and labeled ones get their numbers.

local job = require("job").job
local chemistry = require("chemistry")
local numbering = require("numbering")
local units = require("units")
local formulas = {}

local MATHS = {
  equation = false, displaymath = false, math = false, align = "aligned", flalign = "aligned", alignat = "aligned",
  eqnarray = "aligned", gather = "gathered", multline = "gathered", split = "aligned", subequations = false,
}

local function without_comments(text)
  return (("\n" .. text):gsub("\n%s*%%[^\n]*", "\n"):gsub("([^\\])%%[^\n]*\n", "%1\n"):sub(2))
end

-- What Pandoc's converter does not know: TeX's old switches of the font ({\rm x} is \mathrm{x}), MathJax's \unicode.
local SWITCHES = { rm = "mathrm", bf = "mathbf", it = "mathit", cal = "mathcal", sf = "mathsf", tt = "mathtt" }

-- Typst refuses a function without its argument, and a whole PDF for it.
local TAKES_ARGUMENT = {}
for name in ([[bm boldsymbol brace brack cancel mathbb mathbf mathcal mathfrak mathit mathrm mathscr mathsf mathsfit mathtt
  overbrace overbracket overline pmb sqrt underbar underbrace underline]]):gmatch("%S+") do
  TAKES_ARGUMENT[name] = true
end

local function with_arguments(text)
  text = text:gsub("\\surd%f[%A]", "\\sqrt{\\,}")
  return (text:gsub("\\(%a+)%s*{%s*}", function(name)
    return TAKES_ARGUMENT[name] and "\\" .. name .. "{\\,}" or nil
  end))
end

local function modern(text)
  text = units.in_formula(chemistry.within(text))
  if job.format == "typst" then
    text = with_arguments(text)
  end
  text = text:gsub("\\unicode{x(%x+)}", function(code)
    return utf8.char(tonumber(code, 16))
  end)
  return (text:gsub("{%s*\\(%a%a%a?)%s+([^{}]*)}", function(switch, held)
    return SWITCHES[switch] and "\\" .. SWITCHES[switch] .. "{" .. held .. "}" or nil
  end))
end

-- Rows of a formula outside of any environment are given one: else no converter reads the formula.
local function with_rows(text)
  local bare, count = text, 0
  repeat
    bare, count = bare:gsub("\\begin(%b{}).-\\end%1", "")
  until count == 0
  bare = bare:gsub("%b{}", "")
  if not bare:find("\\\\", 1, true) then
    return text
  end
  local name = bare:find("&", 1, true) and "aligned" or "gathered"
  return "\\begin{" .. name .. "}" .. text .. "\\end{" .. name .. "}"
end

-- Environments in which LaTeX numbers each row.
local NUMBERED_ROWS = { align = true, flalign = true, alignat = true, eqnarray = true, gather = true }

-- The rows of a formula: `\\\\` divides them, but not within braces or an inner environment.
local function rows_of(body)
  local rows, depth, from, at = {}, 0, 1, 1
  while at <= #body do
    local command, after = body:match("^\\(%a+)()", at)
    if command then
      depth = depth + (command == "begin" and 1 or command == "end" and -1 or 0)
    elseif depth == 0 and body:match("^\\\\", at) then
      rows[#rows + 1] = body:sub(from, at - 1)
      after = body:match("^%*?%b[]()", at + 2) or body:match("^%*?()", at + 2)
      from = after
    elseif body:match("^\\", at) then
      after = at + 2
    else
      local sign = body:sub(at, at)
      depth = depth + (sign == "{" and 1 or sign == "}" and -1 or 0)
    end
    at = after or at + 1
  end
  rows[#rows + 1] = body:sub(from)
  return rows
end

-- The formula without its labels and without what it says of its number; the labels, and a number of the author's own.
local function unlabeled(text)
  local rest, labels = numbering.labels_of(text)
  local tag = rest:match("\\tag%*?%s*(%b{})")
  rest = rest:gsub("\\tag%*?%s*%b{}", ""):gsub("\\nonumber%f[%A]", ""):gsub("\\notag%f[%A]", "")
  return rest:gsub("^%s+", ""):gsub("%s+$", ""), labels, tag and tag:sub(2, -2):gsub("%$", "")
end

-- The formula with the number that a reader sees; `counted`: one of its own, unless the author has given it one.
local function with_number(text, counted)
  local rest, labels, tag = unlabeled(text)
  if not tag and not counted then
    return rest
  end
  return rest .. " \\qquad (" .. numbering.register("eq", labels, tag) .. ")"
end

local function with_numbered_rows(body)
  local rows = rows_of(body)
  for at, row in ipairs(rows) do
    local is_empty = at == #rows and not row:match("%S")
    local counted = not is_empty and not row:find("\\nonumber") and not row:find("\\notag")
    rows[at] = with_number(row, counted)
  end
  return table.concat(rows, " \\\\\n")
end

-- The formulas of equations that have a number together, and each a letter behind it.
local function subequations(body)
  local opening, inner = body:match("^(.-)(\\begin{.*)$")
  if not inner then
    return nil
  end
  local _, labels = numbering.labels_of(opening)
  return numbering.lettered(labels, function()
    return formulas.read(inner:gsub("%s+$", ""))
  end)
end

-- The formula in a LaTeX environment, as Pandoc's Math; nil if the environment is no formula.
function formulas.read(raw)
  local name, star, body = raw:match("^%s*\\begin{(%a+)(%*?)}(.*)\\end{%a+%*?}%s*$")
  if not name or MATHS[name] == nil or body:find("\\end{" .. name .. star .. "}", 1, true) then
    return nil
  end
  if name == "alignat" then
    body = body:gsub("^%s*{%d+}", "")
  end
  body = without_comments(body)
  if name == "subequations" then
    return subequations(body)
  end
  if name == "eqnarray" then
    body = body:gsub("&%s*([^&\\]-)%s*&", "&%1 ")
  end
  local counted = star == "" and name ~= "displaymath" and name ~= "math"
  local by_rows = counted and NUMBERED_ROWS[name]
  local text = by_rows and with_numbered_rows(body) or not counted and with_number(body, false) or body
  if MATHS[name] then
    text = "\\begin{" .. MATHS[name] .. "}" .. text .. "\\end{" .. MATHS[name] .. "}"
  end
  return pandoc.Math("DisplayMath", modern(counted and not by_rows and with_number(text, true) or text))
end

function formulas.number_equations(inlines)
  -- `$$…$$ {#eq:x}`: Pandoc reads the attribute as words.
  local changed = false
  local out = pandoc.Inlines({})
  local at = 1
  while at <= #inlines do
    local element = inlines[at]
    local label_at, label = nil, nil
    if element.t == "Math" and element.mathtype == "DisplayMath" then
      for ahead = at + 1, math.min(at + 2, #inlines) do
        if inlines[ahead].t == "Str" then
          label = inlines[ahead].text:match("^{#([^}]+)}")
          label_at = label and ahead
          break
        end
      end
      local text, labels, tag = unlabeled(without_comments(element.text))
      if label then
        labels[#labels + 1] = label
      end
      if #labels > 0 or tag then
        changed = true
        if job.format == "latex" then
          local marks = (tag and "\\tag{" .. tag .. "}" or "") .. (labels[1] and "\\label{" .. labels[1] .. "}" or "")
          numbering.leave_to_latex(marks)
          element = pandoc.RawInline("latex", "\\begin{equation}" .. marks .. text .. "\\end{equation}")
        else
          element = pandoc.Math("DisplayMath", modern(text) .. " \\qquad (" .. numbering.register("eq", labels, tag) .. ")")
        end
        out:insert(element)
        if label_at then
          local rest = inlines[label_at].text:gsub("^{#[^}]+}", "")
          if rest ~= "" then
            out:insert(pandoc.Str(rest))
          end
          at = label_at
        end
        at = at + 1
        goto continue
      end
    end
    out:insert(element)
    at = at + 1
    ::continue::
  end
  if changed then
    return out
  end
  return nil
end

-- Make a formula one that Pandoc's and Typst's converters can read.
function formulas.converted(element)
  if job.format == "latex" then
    return nil
  end
  element.text = modern(without_comments(element.text))
  if element.mathtype == "DisplayMath" then
    element.text = with_rows(element.text)
  end
  return element
end

return formulas
