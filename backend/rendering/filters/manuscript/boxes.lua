-- Boxes beside the text: Quarto's callouts. Their headings are titles of the boxes, no sections of the document.

local job = require("job").job
local boxes = {}

-- The box as a quotation below its title; in HTML and EPUB the div stays, for styles of the reader's own.
function boxes.shown(division)
  local kind = nil
  for _, class in ipairs(division.classes) do
    kind = kind or class:match("^callout%-(%a+)$")
  end
  if not kind then
    return nil
  end
  local title = pandoc.Inlines(division.attributes.title or job.words[kind] or job.words.note)
  division.attributes.title = nil
  if division.content[1] and division.content[1].t == "Header" then
    title = division.content[1].content
    division.content:remove(1)
  end
  division.content:insert(1, pandoc.Para({ pandoc.Strong(title) }))
  if job.format ~= "html" and job.format ~= "epub" then
    division.content = { pandoc.BlockQuote(division.content) }
  end
  return division
end

return boxes
