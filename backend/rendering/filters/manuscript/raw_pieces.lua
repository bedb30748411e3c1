-- Raw pieces of a manuscript: which format each is in.

local common = require("job")
local tell, short = common.tell, common.short
local raw_pieces = {}

function raw_pieces.is_html(element)
  return (element.t == "RawInline" or element.t == "RawBlock") and element.format:match("^html")
end

function raw_pieces.is_tex(element)
  return (element.t == "RawInline" or element.t == "RawBlock")
    and (element.format == "tex" or element.format == "latex")
end

function raw_pieces.is_html_comment(element)
  return element ~= nil and raw_pieces.is_html(element) and element.text:match("^%s*<!%-%-")
end

-- A raw piece of another format: nothing but our own equations may pass.
function raw_pieces.foreign(element)
  if raw_pieces.is_html(element) or raw_pieces.is_tex(element) then
    return nil
  end
  tell("Raw text for the format “" .. element.format .. "” was left out: “" .. short(element.text) .. "”.")
  return {}
end

return raw_pieces
