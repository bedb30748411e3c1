-- Links and identifiers: each identifier stands once, and links go where they may.

local common = require("job")
local job, tell, short = common.job, common.tell, common.short
local links = { identifiers = {} }

-- Keep the first of several equal identifiers: a PDF is not made where one stands twice.
function links.keep_first(element)
  local identifier = element.identifier
  if element.t == "Span" and element.classes:find_if(function(class) return class:match("^comment%-") end) then
    return nil  -- Word's comments begin and end under one identifier
  end
  if identifier ~= "" then
    if links.identifiers[identifier] then
      element.identifier = ""
      return element
    end
    links.identifiers[identifier] = true
  end
  return nil
end

function links.safe(link)
  local inside = link.target:match("^#(.*)$")
  if inside and not links.identifiers[inside] then
    return pandoc.Span(link.content)
  end
  local scheme = link.target:match("^%s*([%a][%w+.-]*):")
  if scheme and not job.schemes[scheme:lower()] then
    tell("The link to “" .. short(link.target) .. "” was removed, because it may be unsafe; its text was kept.")
    return link.content
  end
  return nil
end

return links
