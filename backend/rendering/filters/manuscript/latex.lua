-- Raw LaTeX: formulas, tables, references and text become what they mean.

local common = require("job")
local chemistry = require("chemistry")
local formulas = require("formulas")
local numbering = require("numbering")
local raw_pieces = require("raw_pieces")
local theorems = require("theorems")
local units = require("units")
local job, tell, short = common.job, common.tell, common.short
local latex = {}

-- Commands that make a program open a file or run another when the exported LaTeX is compiled.
local OPENS_FILES = {
  "input", "include", "subfile", "import", "includeonly", "InputIfFileExists", "openin", "openout", "write18",
  "immediate", "lstinputlisting", "verbatiminput", "usepackage", "RequirePackage", "bibliography", "addbibresource",
  "catcode", "csname", "read", "directlua", "includegraphics", "includepdf",
}

-- The raw LaTeX without pictures in or below the file's own folder, which may stay.
local function without_own_pictures(raw)
  return (raw:gsub("\\includegraphics%s*(%b{})", "\\includegraphics[]%1"):gsub(
    "\\includegraphics%s*%b[]%s*{([%w_][%w_./ -]*)}",
    function(path)
      return not path:find("..", 1, true) and "" or nil
    end
  ))
end

local function opens_files(raw)
  raw = without_own_pictures(raw)
  for _, command in ipairs(OPENS_FILES) do
    if raw:find("\\" .. command .. "%f[^%w]") then
      return command
    end
  end
  return nil
end

-- How LaTeX's commands of citations begin: \cite, \citep*, \textcite, \Parencite.
local CITES = "\\%a*[cC]ite%a*%s*%*?[%[{]"

-- What becomes of raw LaTeX in LaTeX: it stays (nil), or goes ({}) with a word about it.
local function kept_latex(raw)
  local command = opens_files(raw)
  if command then
    tell("The LaTeX command \\" .. command .. " was left out, because it opens files. It was in “" .. short(raw) .. "”.")
    return {}
  end
  if raw:find(CITES) then
    tell("A citation in LaTeX was kept as it is, and this file has no reference list for it: “" .. short(raw) .. "”.")
  end
  numbering.leave_to_latex(raw)
  return nil
end

-- A citation in LaTeX, as Pandoc's reader gives it, has its source for content.
local function without_sources(cite)
  cite.content = pandoc.Inlines({ pandoc.Str("[citation]") })
  return cite, false
end

local function read_latex(raw)
  local plain = units.in_text(raw:gsub("\\ce%s*(%b{})", function(held)
    return "\\(" .. chemistry.converted(held:sub(2, -2)) .. "\\)"
  end))
  local good, read = pcall(pandoc.read, plain, "latex", {}, {})
  if good then
    return read.blocks:walk({ traverse = "topdown", Cite = without_sources })
  end
  return pandoc.Blocks({})
end

-- A citation of a work becomes one in Pandoc's form, in LaTeX too: the list of references is Pandoc's.
local function citation(raw)
  if not raw:match("^" .. CITES) or raw:match("^\\nocite") then
    return nil
  end
  local inlines = pandoc.utils.blocks_to_inlines(read_latex(raw))
  return #inlines == 1 and inlines[1].t == "Cite" and inlines[1] or nil
end

local REFERENCES = { ref = true, autoref = true, eqref = true, cref = true, Cref = true, pageref = true, nameref = true }

local function latex_reference(raw)
  local command, label = raw:match("^%s*\\(%a+)%*?{([^{}]*)}%s*$")
  if command and REFERENCES[command] then
    return command, label
  end
  return nil
end

-- A label that Pandoc's reader gives to the div around a table belongs to the table.
local function with_labels(blocks)
  return blocks:walk({
    Div = function(division)
      local held = division.content[1]
      if #division.content == 1 and held.t == "Table" and held.identifier == "" then
        held.identifier = division.identifier
        return held
      end
    end,
  })
end

local function theorem(raw)
  local name, body = raw:match("^%s*\\begin{(%a+)%*?}(.*)\\end{%a+%*?}%s*$")
  if not name or not theorems.has(name) then
    return nil
  end
  local title, after = body:match("^%s*(%b[])()")
  local rest, labels = body:sub(after or 1), {}
  local label, behind = rest:match("^%s*\\label%s*{([^{}]*)}()")
  if label then
    rest, labels[1] = rest:sub(behind), label
  end
  return { theorems.division(name, title and title:sub(2, -2), labels[1], read_latex(rest)) }
end

-- A theorem that cites, in LaTeX: its citations become Pandoc's, as those of the text.
local function cited_theorem(raw)
  local begin, name, rest, ending = raw:match("^%s*(\\begin{(%a+)%*?})(.*)(\\end{%a+%*?})%s*$")
  if not name or not theorems.has(name) or not raw:find(CITES) or opens_files(raw) then
    return nil
  end
  local title, after = rest:match("^%s*(%b[])()")
  local label, behind = rest:match("^%s*(\\label%s*{[^{}]*})()", after or 1)
  if label then
    numbering.leave_to_latex(label)
  end
  local held = pandoc.Blocks({ pandoc.RawBlock("latex", begin .. (title or "") .. (label or "")) })
  held:extend(pandoc.read(rest:sub(behind or after or 1), "latex+raw_tex").blocks:walk({ Cite = without_sources }))
  held:insert(pandoc.RawBlock("latex", ending))
  return held, false
end

-- Environments whose commands Pandoc drops with their words.
local function is_program(raw)
  return raw:match("^%s*\\begin{algorithm") ~= nil
end

function latex.block(element)
  if not raw_pieces.is_tex(element) then
    return nil
  end
  local raw = element.text
  if job.format == "latex" then
    return cited_theorem(raw) or kept_latex(raw)
  end
  local math = formulas.read(raw)
  if math then
    return pandoc.Para({ math })
  end
  if raw:match("^%s*\\newpage") or raw:match("^%s*\\clearpage") then
    return {}
  end
  local proved = theorem(raw)
  if proved then
    return proved
  end
  if is_program(raw) then
    tell("An algorithm is shown as its LaTeX source: “" .. short(raw) .. "”.")
    return pandoc.CodeBlock(raw)
  end
  local blocks = with_labels(read_latex(raw))
  if #blocks == 0 and raw:match("%S") then
    tell("This LaTeX could not be converted and was left out: “" .. short(raw) .. "”.")
  end
  return blocks
end

function latex.inline(element)
  if not raw_pieces.is_tex(element) then
    return nil
  end
  local raw = element.text
  local cited = citation(raw)
  if cited or job.format == "latex" then
    return cited or kept_latex(raw)
  end
  local command, label = latex_reference(raw)
  if command then
    return pandoc.Span({}, pandoc.Attr("", { "coscribe-ref" }, { command = command, label = label }))
  end
  local marked = raw:match("^\\label{([^{}]*)}$")
  if marked then
    return pandoc.Span({}, pandoc.Attr("", { "coscribe-label" }, { label = marked }))
  end
  local math = formulas.read(raw)
  if math then
    return math
  end
  if raw:match("^\\[\x80-\xff]") then  -- a backslash before a letter that no LaTeX command has
    return pandoc.Str(raw)
  end
  local chemical = raw:match("^\\ce%s*(%b{})$")
  if chemical then
    return pandoc.Math("InlineMath", chemistry.converted(chemical:sub(2, -2)))
  end
  local inlines = pandoc.utils.blocks_to_inlines(read_latex(raw))
  if #inlines == 0 and raw:match("%S") and not raw:match("^\\%a+%s*$") then
    tell("This LaTeX could not be converted and was left out: “" .. short(raw) .. "”.")
  end
  return inlines
end

return latex
