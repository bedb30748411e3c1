-- Pictures: those of the session are put into the file, and missing ones leave their names.

local common = require("job")
local job, tell, short = common.job, common.tell, common.short
local pictures = {}

function pictures.shown(image)
  local in_figure = image.attributes["coscribe-figure"]  -- its words stand in the figure's caption already
  image.attributes["coscribe-figure"] = nil
  local known = job.pictures[image.src]
  if known then
    if job.format == "html" then
      image.src = "data:" .. known.mime .. ";base64," .. known.base64
    else
      local file = assert(io.open(known.path, "rb"))
      pandoc.mediabag.insert(known.path, known.mime, file:read("a"))
      file:close()
      image.src = known.path
    end
    return image
  end
  if job.format == "latex" or job.format == "jats" or job.format == "html" and image.src:match("^https?://") then
    tell("The picture “" .. short(image.src) .. "” is not part of the export; the exported file only refers to it.")
    return image
  end
  tell("The picture “" .. short(image.src) .. "” is missing, so the export shows its name instead.")
  local shown = pandoc.Inlines({ pandoc.Str("["), pandoc.Str(job.words.picture .. ": " .. short(image.src)) })
  if #image.caption > 0 and not in_figure then
    shown:extend({ pandoc.Str("."), pandoc.Space() })
    shown:extend(image.caption)
  end
  shown:insert(pandoc.Str("]"))
  return pandoc.Span(shown, pandoc.Attr(image.identifier))
end

-- Pandoc puts a figure without a picture into a table of Word, which comes back as a table with a figure's caption.
function pictures.missing_figure(figure)
  local held = figure.content[1]
  local is_box = #figure.content == 1 and (held.t == "Plain" or held.t == "Para") and #held.content == 1
    and held.content[1].t == "Span"
  if job.format ~= "docx" or not is_box then
    return nil
  end
  local function styled(name, identifier, blocks)
    return pandoc.Div(blocks, pandoc.Attr(identifier, {}, { ["custom-style"] = name }))
  end
  local caption = pandoc.Para(pandoc.utils.blocks_to_inlines(figure.caption.long))
  local box = styled("Captioned Figure", figure.identifier, { pandoc.Para(held.content) })
  return #caption.content > 0 and { box, styled("Image Caption", "", { caption }) } or box
end

return pictures
