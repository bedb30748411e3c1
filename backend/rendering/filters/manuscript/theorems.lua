-- Theorems and their kin, from Quarto's divs (#thm-line), Pandoc's ({.theorem}) and LaTeX: each gets its word and number.

local job = require("job").job
local numbering = require("numbering")
local theorems = {}

-- The name of each in LaTeX and as a class, and the prefix of its identifiers in Quarto.
local KINDS = {
  theorem = "thm", lemma = "lem", corollary = "cor", proposition = "prp", conjecture = "cnj", definition = "def",
  example = "exm", exercise = "exr", remark = "rem",
}
local IS_KIND = {}
for _, kind in pairs(KINDS) do
  IS_KIND[kind] = true
end

function theorems.has(name)
  return KINDS[name] ~= nil or name == "proof"
end

-- The div for a theorem of LaTeX: \begin{name}[title] body \end{name}, already read.
function theorems.division(name, title, label, blocks)
  return pandoc.Div(blocks, pandoc.Attr(label or "", { name }, { ["coscribe-title"] = title or "" }))
end

local function kind_of(division)
  local prefix = division.identifier:match("^(%a+)[:-]")
  if prefix and IS_KIND[prefix:lower()] then
    return prefix:lower()
  end
  for _, class in ipairs(division.classes) do
    if KINDS[class] or class == "proof" then
      return KINDS[class] or class
    end
  end
  return nil
end

-- The title: a heading at the beginning, which is no section of the document, or an attribute.
local function title_of(division)
  local first = division.content[1]
  if first and first.t == "Header" then
    division.content:remove(1)
    return first.content
  end
  local said = division.attributes["coscribe-title"] or division.attributes.name or division.attributes.title or ""
  division.attributes["coscribe-title"] = nil
  local read = said ~= "" and pandoc.read(said, "markdown").blocks or {}
  return pandoc.utils.blocks_to_inlines(read)
end

-- Theorems that a reader of LaTeX has marked already begin with their word.
local function begins_with(division, word)
  return pandoc.utils.stringify(division.content):sub(1, #word) == word
end

-- Write the word and the number at the beginning of a theorem.
function theorems.labeled(division)
  local kind = kind_of(division)
  if not kind or #division.content == 0 then
    return nil
  end
  local title = title_of(division)
  local word = job.words[kind]
  local lead
  if kind == "proof" then
    if begins_with(division, word) or begins_with(division, "Proof") then
      return nil
    end
    lead = pandoc.Inlines({ pandoc.Emph({ pandoc.Str(word .. ".") }), pandoc.Space() })
  else
    local labels = division.identifier ~= "" and { division.identifier } or {}
    local number = numbering.register(kind, labels, nil, labels[1])
    local said = pandoc.Inlines({ pandoc.Str(word .. "\u{00A0}" .. number) })
    if #title > 0 then
      said:extend({ pandoc.Space(), pandoc.Str("(") })
      said:extend(title)
      said:insert(pandoc.Str(")"))
    end
    said:insert(pandoc.Str("."))
    lead = pandoc.Inlines({ pandoc.Strong(said), pandoc.Space() })
  end
  local first = division.content[1]
  if first and (first.t == "Para" or first.t == "Plain") then
    lead:extend(first.content)
    first.content = lead
  else
    division.content:insert(1, pandoc.Para(lead))
  end
  return division
end

return theorems
