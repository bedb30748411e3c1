-- Formulas: LaTeX environments become formulas that every writer shows, and labeled ones get their numbers.

local job = require("job").job
local numbering = require("numbering")
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

-- The formula in a LaTeX environment, as Pandoc's Math; nil if the environment is no formula.
function formulas.read(raw)
  local name, star, body = raw:match("^%s*\\begin{(%a+)(%*?)}(.-)\\end{%a+%*?}%s*$")
  if not name or MATHS[name] == nil then
    return nil
  end
  if name == "alignat" then
    body = body:gsub("^%s*{%d+}", "")
  end
  if name == "subequations" then
    return formulas.read(body)
  end
  if name == "eqnarray" then
    body = body:gsub("&%s*([^&\\]-)%s*&", "&%1 ")
  end
  local text, labels = numbering.labels_of(without_comments(body))
  text = modern(text:gsub("\\nonumber", ""):gsub("\\notag", ""):gsub("^%s+", ""):gsub("%s+$", ""))
  if MATHS[name] then
    text = "\\begin{" .. MATHS[name] .. "}" .. text .. "\\end{" .. MATHS[name] .. "}"
  end
  if star == "" and name ~= "displaymath" and name ~= "math" then
    text = text .. " \\qquad (" .. numbering.register("eq", labels) .. ")"
  end
  return pandoc.Math("DisplayMath", text)
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
      local text, labels = numbering.labels_of(without_comments(element.text))
      if label then
        labels[#labels + 1] = label
      end
      if #labels > 0 then
        changed = true
        local number = numbering.register("eq", labels)
        if job.format == "latex" then
          element = pandoc.RawInline("latex", "\\begin{equation}\\label{" .. labels[1] .. "}" .. text .. "\\end{equation}")
        else
          element = pandoc.Math("DisplayMath", modern(text) .. " \\qquad (" .. number .. ")")
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
