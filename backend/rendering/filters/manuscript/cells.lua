-- Cells of code (Quarto, R Markdown, Jupyter): no code is run for an export. A cell with a label or a caption stands for
-- the figure or table that it would make, so that its number and the references to it are right.

local common = require("job")
local job, tell, short = common.job, common.tell, common.short
local cells = {}

local function caption_of(text)
  local read = pandoc.utils.blocks_to_inlines(pandoc.read("x " .. text, "markdown").blocks)  -- "A." is no list here
  read:remove(1)
  read:remove(1)
  return #read > 0 and { pandoc.Plain(read) } or {}
end

-- `formats/code_cells` has given the cell's options to these attributes.
function cells.shown(code)
  if not code.classes:includes("coscribe-cell") then
    return nil
  end
  local label, caption = code.attributes.label or "", code.attributes.caption or ""
  local hidden = code.attributes.echo == "false"
  local name = label ~= "" and label or short(code.text)
  code.classes = code.classes:filter(function(class) return class ~= "coscribe-cell" end)
  code.attributes = {}
  local shown = pandoc.Blocks(hidden and {} or { code })
  if label:match("^fig[:-]") or label:match("^tbl[:-]") or caption ~= "" then
    local box = pandoc.Plain({ pandoc.Str("[" .. job.words.cell .. "]") })
    shown:insert(pandoc.Figure({ box }, { long = caption_of(caption) }, pandoc.Attr(label)))
    tell("An export runs no code, so it shows only the caption of “" .. name .. "” and not its result.")
  elseif hidden then
    tell("An export runs no code. The code of “" .. name .. "” is not shown, either, because its options hide it.")
  else
    tell("An export runs no code. It shows the code of “" .. name .. "”, but not its result.")
  end
  return shown
end

return cells
