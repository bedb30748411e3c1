-- What the preamble of an exported LaTeX file must load for the commands that its text uses.

local job = require("job").job
local packages = {}

-- Commands and environments, and the line that makes them known.
local NEEDS = {
  { { "SI", "si", "qty", "unit", "num", "ang", "SIrange", "qtyrange", "numrange" }, "\\usepackage{siunitx}" },
  { { "year" }, "\\usepackage{siunitx}\\DeclareSIUnit{\\year}{yr}" },  -- no unit of siunitx's, but a common one
  { { "ce" }, "\\usepackage[version=4]{mhchem}" },
  { { "multirow" }, "\\usepackage{multirow}" },
  { { "toprule", "midrule", "bottomrule", "cmidrule" }, "\\usepackage{booktabs}" },
  { { "autoref", "nameref" }, "\\usepackage{hyperref}" },
  { { "cref", "Cref" }, "\\AtBeginDocument{\\usepackage{cleveref}}" },
  { { "includegraphics" }, "\\usepackage{graphicx}" },
  { { "{align}", "{align*}", "{gather}", "{cases}", "{subequations}", "{pmatrix}" }, "\\usepackage{amsmath}" },
  { { "{algorithm}" }, "\\usepackage{algorithm}" },
  { { "{algorithmic}" }, "\\usepackage{algpseudocode}" },
  { { "{tikzpicture}" }, "\\usepackage{tikz}" },
  { { "{proof}" }, "\\usepackage{amsthm}" },
}
-- Environments of theorems, and the key of their word.
local THEOREMS = {
  { "theorem", "thm" }, { "lemma", "lem" }, { "corollary", "cor" }, { "proposition", "prp" }, { "conjecture", "cnj" },
  { "definition", "def" }, { "example", "exm" }, { "exercise", "exr" }, { "remark", "rem" },
}

local function uses(text, name)
  if name:sub(1, 1) == "{" then
    return text:find("\\begin" .. name, 1, true) ~= nil
  end
  return text:find("\\" .. name .. "%f[%A]") ~= nil
end

local function raw_latex(document)
  local pieces = {}
  local function keep(element)
    pieces[#pieces + 1] = element.text
  end
  document:walk({ RawBlock = keep, RawInline = keep, Math = keep })
  return table.concat(pieces, "\n")
end

-- Add to the preamble what the text's own LaTeX needs.
function packages.loaded(document)
  if job.format ~= "latex" then
    return nil
  end
  -- The environment for another direction is there only where the whole document has it.
  local function without_direction(element)
    element.attributes.dir = nil
    return element
  end
  if not document.meta.dir then
    document.blocks = document.blocks:walk({ Div = without_direction, Span = without_direction })
  end
  local text, lines = raw_latex(document), {}
  for _, need in ipairs(NEEDS) do
    for _, name in ipairs(need[1]) do
      if uses(text, name) then
        lines[#lines + 1] = need[2]
        break
      end
    end
  end
  for _, theorem in ipairs(THEOREMS) do
    if uses(text, "{" .. theorem[1] .. "}") then
      lines[#lines + 1] = "\\newtheorem{" .. theorem[1] .. "}{" .. job.words[theorem[2]] .. "}"
    end
  end
  if #lines > 0 then
    document.meta["header-includes"] = pandoc.MetaBlocks({ pandoc.RawBlock("latex", table.concat(lines, "\n")) })
  end
  return document
end

return packages
