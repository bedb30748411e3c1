-- Raw LaTeX: formulas, tables, references and text become what they mean.

local common = require("job")
local formulas = require("formulas")
local raw_pieces = require("raw_pieces")
local job, tell, short = common.job, common.tell, common.short
local latex = {}

-- Commands that make a program open a file or run another when the exported LaTeX is compiled.
local OPENS_FILES = {
  "input", "include", "subfile", "import", "includeonly", "InputIfFileExists", "openin", "openout", "write18",
  "immediate", "lstinputlisting", "verbatiminput", "usepackage", "RequirePackage", "bibliography", "addbibresource",
  "catcode", "csname", "read", "directlua", "includegraphics", "includepdf",
}

local function opens_files(raw)
  for _, command in ipairs(OPENS_FILES) do
    if raw:find("\\" .. command .. "%f[^%w]") then
      return command
    end
  end
  return nil
end

-- What becomes of raw LaTeX in LaTeX: it stays (nil), or goes ({}) with a word about it.
local function kept_latex(raw)
  local command = opens_files(raw)
  if command then
    tell("The LaTeX command \\" .. command .. " was left out: it opens files. It stood in “" .. short(raw) .. "”.")
    return {}
  end
  return nil
end

local function read_latex(raw)
  local good, read = pcall(pandoc.read, raw, "latex", {}, {})
  if good then
    return read.blocks
  end
  return pandoc.Blocks({})
end

local REFERENCES = { ref = true, autoref = true, eqref = true, cref = true, Cref = true, pageref = true, nameref = true }

local function latex_reference(raw)
  local command, label = raw:match("^%s*\\(%a+)%*?{([^{}]*)}%s*$")
  if command and REFERENCES[command] then
    return command, label
  end
  return nil
end

function latex.block(element)
  if not raw_pieces.is_tex(element) then
    return nil
  end
  local raw = element.text
  local math = formulas.read(raw)
  if job.format == "latex" then
    return kept_latex(raw)
  end
  if math then
    return pandoc.Para({ math })
  end
  if raw:match("^%s*\\newpage") or raw:match("^%s*\\clearpage") then
    return {}
  end
  local blocks = read_latex(raw)
  if #blocks == 0 and raw:match("%S") then
    tell("This LaTeX is not in the export: “" .. short(raw) .. "”.")
  end
  return blocks
end

function latex.inline(element)
  if not raw_pieces.is_tex(element) then
    return nil
  end
  local raw = element.text
  if job.format == "latex" then
    return kept_latex(raw)
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
  local inlines = pandoc.utils.blocks_to_inlines(read_latex(raw))
  if #inlines == 0 and raw:match("%S") and not raw:match("^\\%a+%s*$") then
    tell("This LaTeX is not in the export: “" .. short(raw) .. "”.")
  end
  return inlines
end

return latex
