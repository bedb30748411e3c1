-- The place and the heading of the list of references.

local job = require("job").job
local links = require("links")
local reference_list = {}

-- One that fits the document: below a title of its own level 1, sections have level 2.
local function section_level(blocks)
  local top, of_top = 7, 0
  for _, block in ipairs(blocks) do
    if block.t == "Header" and block.level < top then
      top, of_top = block.level, 1
    elseif block.t == "Header" and block.level == top then
      of_top = of_top + 1
    end
  end
  local has_deeper = of_top == 1 and blocks[1].t == "Header" and blocks:find_if(function(block)
    return block.t == "Header" and block.level == top + 1
  end)
  return top > 6 and 1 or has_deeper and top + 1 or top
end

-- The list stands below the author's own empty heading, else below one of ours. JATS has a place of its own for it.
function reference_list.with_heading(document)
  local is_cited, has_place = false, job.format == "jats"
  document:walk({
    Cite = function(cite)
      for _, citation in ipairs(cite.citations) do
        is_cited = is_cited or job.keys[citation.id]
      end
    end,
    Div = function(div)
      has_place = has_place or div.identifier == "refs"
    end,
  })
  local blocks = document.blocks
  if not is_cited or has_place or blocks[#blocks].t == "Header" then
    return nil
  end
  local place = pandoc.Div({}, pandoc.Attr("refs"))
  for at = #blocks, 1, -1 do
    local block = blocks[at]
    local words = block.t == "Header" and pandoc.text.lower(pandoc.utils.stringify(block.content)):gsub("^[%d.%s]+", "")
    if words and job.list_headings[words] then
      if blocks[at + 1].t ~= "Header" then
        return nil  -- a list that the author has written
      end
      blocks:insert(at + 1, place)
      return document
    end
  end
  local identifier = links.identifiers["references"] and "" or "references"
  local attributes = pandoc.Attr(identifier, { "unnumbered" })
  blocks:insert(pandoc.Header(section_level(blocks), pandoc.Inlines(job.words.refs), attributes))
  blocks:insert(place)
  return document
end

return reference_list
