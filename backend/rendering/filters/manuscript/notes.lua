-- Notes of the text.

local common = require("job")
local tell, short = common.tell, common.short
local notes = {}

-- No format has notes within notes, and Pandoc drops them: their words stand in parentheses instead.
function notes.flat(note)
  note.content = note.content:walk({
    Note = function(inner)
      tell("A note within a note is shown in parentheses: “" .. short(pandoc.utils.stringify(inner.content)) .. "”.")
      local words = pandoc.utils.blocks_to_inlines(inner.content, { pandoc.Space() })
      words:insert(1, pandoc.Str("("))
      words:insert(pandoc.Str(")"))
      return words
    end,
    Str = function(text)
      for name in text.text:gmatch("%[%^([^%]]+)%]") do
        tell("The mark [^" .. name .. "] is inside another note, so it was not converted. Note “" .. name
          .. "” is left out unless the text itself refers to it, too.")
      end
    end,
  })
  return note
end

return notes
