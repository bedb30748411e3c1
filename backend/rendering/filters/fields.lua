-- Writes the citations of a Word file, and its list of references, as the fields in which Zotero and Mendeley keep them:
-- a co-author's program can take them over, and an import makes keys of them again. Runs after citeproc.

local common = dofile(pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "job.lua" }))

local function read_items()
  local file = assert(io.open("references.json", "r"))
  local items = {}
  for _, item in ipairs(pandoc.json.decode(file:read("a"), false)) do
    items[item.id] = item
  end
  file:close()
  return items
end

local items = nil
-- What an entry may hold that is not for co-authors, or is long.
local PRIVATE = { abstract = true, note = true, annote = true, keyword = true }

local function escaped(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

local function run(held)
  return "<w:r>" .. held .. "</w:r>"
end

local function beginning(instruction)
  return pandoc.RawInline("openxml", run('<w:fldChar w:fldCharType="begin"/>')
    .. run('<w:instrText xml:space="preserve"> ' .. escaped(instruction) .. " </w:instrText>")
    .. run('<w:fldChar w:fldCharType="separate"/>'))
end

local function ending()
  return pandoc.RawInline("openxml", run('<w:fldChar w:fldCharType="end"/>'))
end

-- A citation in the form of CSL; nil for a key without an entry.
local function item_of(citation)
  local item = items[citation.id]
  if not item then
    return nil
  end
  local data = {}
  for name, value in pairs(item) do
    data[name] = not PRIVATE[name] and value or nil
  end
  -- An import reads from the id how the text names the authors; the key itself stands in a variable of CSL.
  data.id = (citation.mode == "AuthorInText" and "in-text-" or "") .. citation.id
  data["citation-key"] = citation.id
  local held = { id = data.id, itemData = data }
  local suffix = pandoc.utils.stringify(citation.suffix)
  local page = suffix:match("^,?%s*pp?%.[%s\u{00A0}]*([%d–-]+)%s*$")
  if page then
    held.locator, held.label = page, "page"
  elseif suffix:match("%S") then
    held.suffix = suffix
  end
  local prefix = pandoc.utils.stringify(citation.prefix)
  held.prefix = prefix:match("%S") and prefix .. " " or nil
  held["suppress-author"] = citation.mode == "SuppressAuthor" or nil
  return held
end

local function field(cite)
  items = items or read_items()
  local held = {}
  for _, citation in ipairs(cite.citations) do
    local item = item_of(citation)
    if not item then
      return nil  -- the words of a key without an entry must stay
    end
    held[#held + 1] = item
  end
  local citation = { citationItems = held, properties = { noteIndex = 0 } }
  local content = pandoc.Inlines({ beginning("ADDIN ZOTERO_ITEM CSL_CITATION " .. pandoc.json.encode(citation)) })
  content:extend(cite.content)
  content:insert(ending())
  return content
end

-- The list of references, as one field over all of its paragraphs.
local function list(division)
  if division.identifier ~= "refs" then
    return nil
  end
  local paragraphs = 0
  division:walk({ Para = function() paragraphs = paragraphs + 1 end })
  local at = 0
  return division:walk({
    Para = function(paragraph)
      at = at + 1
      if at == 1 then
        paragraph.content:insert(1, beginning('ADDIN ZOTERO_BIBL {"uncited":[],"omitted":[],"custom":[]} CSL_BIBLIOGRAPHY'))
      end
      if at == paragraphs then
        paragraph.content:insert(ending())
      end
      return paragraph
    end,
  }), false
end

local function is_changed(span)
  return span.classes:includes("insertion") or span.classes:includes("deletion")
end

if common.job.format ~= "docx" then
  return {}
end
return {
  {
    traverse = "topdown",
    Cite = field,
    Div = list,
    Span = function(span)
      return is_changed(span) and span or nil, not is_changed(span)  -- Word has other fields in tracked changes
    end,
  },
}
