-- Turns what Pandoc has read of a Word, ODT, LaTeX, HTML or EPUB file into Markdown as Coscribe keeps it.
-- job.json says the format, the token before numbers, and what becomes of tracked changes. Pictures are written into
-- this folder, and found.json says which they are, which keys are cited, and which works came along. In the text stand
-- numbered tokens in their place, for the caller gives both their names. Losses are told on standard error, each as a
-- line "COSCRIBE<tab>sentence". Nothing outside of this folder is opened here: no pandoc.mediabag.fetch or fill.

local common = dofile(pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "job.lua" }))
local written_comments = dofile(pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "comments.lua" }))
local job, tell, short, counted = common.job, common.tell, common.short, common.counted
local format = job.format
local is_tex = format == "latex"

-- "a, b and c", of a set's names in order.
local function listed(names)
  local sorted = {}
  for name in pairs(names) do
    sorted[#sorted + 1] = name
  end
  table.sort(sorted)
  if #sorted > 12 then
    local more = #sorted - 11
    sorted = table.move(sorted, 1, 11, 1, {})
    sorted[12] = more .. " more"
  end
  local last = table.remove(sorted)
  return #sorted > 0 and table.concat(sorted, ", ") .. " and " .. last or last
end

-- ---------------------------------------------------------------- what is kept of the metadata

local KEPT = { "title", "subtitle", "author", "date", "abstract", "keywords" }

local function metadata(meta)
  local kept = {}
  for _, name in ipairs(KEPT) do
    kept[name] = meta[name]
  end
  local lang = meta.lang or meta.language
  if lang and pandoc.utils.stringify(lang):match("^%a%a%a?$") or lang and pandoc.utils.stringify(lang):match("^%a%a%a?%-") then
    kept.lang = pandoc.utils.stringify(lang)
  end
  if format == "epub" then
    kept.date = nil  -- when the file was made
  end
  return pandoc.Meta(kept)
end

-- ---------------------------------------------------------------- tracked changes and comments of Word

local changes = { insertion = 0, deletion = 0 }
local authors, comments, ends, notes = {}, {}, {}, 0

local function collect_comments(span)
  local id = span.attributes.id or span.identifier
  if span.classes:includes("comment-start") then
    comments[id] = { author = span.attributes.author or "", date = span.attributes.date or "",
      text = pandoc.utils.stringify(span.content) }
  elseif span.classes:includes("comment-end") then
    ends[id] = true
  end
end

-- Comments of ODT are marked by words, which stand in the text where Word's spans do.
local function odt_comments(inlines)
  if not next(job.comments) then
    return nil
  end
  local out = pandoc.Inlines({})
  for _, element in ipairs(inlines) do
    local rest = element.t == "Str" and element.text or nil
    local before, kind, number, behind
    while rest do
      before, kind, number, behind = rest:match("^(.-)" .. job.token .. "([be])(%d+)x(.*)$")
      if before and before ~= "" then
        out:insert(pandoc.Str(before))
      end
      local about = kind and job.comments[number]
      if kind == "b" and about then
        local attributes = { id = number, author = about.author, date = about.date }
        out:insert(pandoc.Span({ pandoc.Str(about.text) }, pandoc.Attr("", { "comment-start" }, attributes)))
      elseif kind == "e" then
        out:insert(pandoc.Span({}, pandoc.Attr("", { "comment-end" }, { id = number })))
      elseif rest ~= "" then
        out:insert(pandoc.Str(rest))
      end
      rest = behind
    end
    if element.t ~= "Str" then
      out:insert(element)
    end
  end
  return out
end

local function comment(id, words)
  local found = comments[id]
  if not found then
    return nil
  end
  notes = notes + 1
  return pandoc.RawInline("html", written_comments.written(found, words and short(words)))
end

local function is_span(element, class)
  return element.t == "Span" and element.classes:includes(class)
end

-- Whether the text goes on without a space behind the comment that stands here.
local function goes_on(inlines, at)
  repeat
    at = at + 1
  until not inlines[at] or not (is_span(inlines[at], "comment-start") or is_span(inlines[at], "comment-end"))
  return inlines[at] ~= nil and inlines[at].t ~= "Space" and inlines[at].t ~= "SoftBreak"
end

-- A comment goes behind the words that it is about. It never begins a paragraph: there it would be a block of its own.
local function place_comments(inlines)
  local out, open, waiting, changed = pandoc.Inlines({}), {}, pandoc.Inlines({}), false
  local seen = false
  local function put(note, at)
    if note then
      (seen and out or waiting):extend(seen and not goes_on(inlines, at) and { pandoc.Space(), note } or { note })
    end
  end
  for at, element in ipairs(inlines) do
    if is_span(element, "comment-start") then
      changed = true
      local id = element.attributes.id or element.identifier
      open[id] = #out
      if not ends[id] then
        put(comment(id), at)
      end
    elseif is_span(element, "comment-end") then
      changed = true
      local id = element.attributes.id or element.identifier
      local words = open[id] and pandoc.utils.stringify(pandoc.Inlines(table.move(out, open[id] + 1, #out, 1, {})))
      put(comment(id, words), at)
    else
      out:insert(element)
      if element.t ~= "Space" and element.t ~= "SoftBreak" and element.t ~= "RawInline" then
        seen = true
        for _, note in ipairs(waiting) do
          out:extend(goes_on(inlines, at) and { note } or { pandoc.Space(), note })
        end
        waiting = pandoc.Inlines({})
      end
    end
  end
  out:extend(waiting)
  return changed and out or nil
end

local function tracked_change(span)
  for _, class in ipairs({ "insertion", "deletion", "paragraph-insertion", "paragraph-deletion" }) do
    if span.classes:includes(class) then
      local kind = class:match("insertion") or "deletion"
      if not class:match("^paragraph") then
        changes[kind] = changes[kind] + 1
      end
      if span.attributes.author then
        authors[span.attributes.author] = true
      end
      local stays = (kind == "insertion") == (job.changes ~= "reject")
      return stays and span.content or {}
    end
  end
  return nil
end

-- ---------------------------------------------------------------- citations

local cited, numbers = {}, {}

local function trimmed(inlines)
  while #inlines > 0 and inlines[#inlines].t == "Space" do
    inlines:remove(#inlines)
  end
  return inlines
end

-- The id of a work. Our own exports say in it that the text names the authors (fields.lua).
local function without_mode(id)
  local key = id:match("^in%-text%-(.+)$")
  return key or id, key ~= nil
end

-- Pandoc writes a locator's label out.
local function short_page(citation)
  local page = pandoc.utils.stringify(citation.suffix):match("^,?%s*page%s+([%d–-]+)%s*$")
  if not page then
    return citation.suffix
  end
  local words = pandoc.Inlines({ pandoc.Str(page:match("%D") and "pp." or "p."), pandoc.Space(), pandoc.Str(page) })
  return citation.mode == "AuthorInText" and words or pandoc.Inlines({ pandoc.Str(","), pandoc.Space() }) .. words
end

local NO_SPACE_AFTER = {}
for character in ("\u{00A0}“‘«„‚–—"):gmatch(utf8.charpattern) do
  NO_SPACE_AFTER[character] = true
end

-- A style with small raised numbers takes the space before them away.
local function spaced_citations(inlines)
  local out, changed = pandoc.Inlines({}), false
  for _, element in ipairs(inlines) do
    local last = out[#out]
    if element.t == "Cite" and last and last.t == "Str" and last.text:match("[%w.,;:!?)\x80-\xff]$")
      and not NO_SPACE_AFTER[last.text:match(utf8.charpattern .. "$") or ""] then
      changed = true
      out:insert(pandoc.Space())
    end
    out:insert(element)
  end
  return changed and out or nil
end

local function number_citations(cite)
  for _, citation in ipairs(cite.citations) do
    local id, is_in_text = without_mode(citation.id)
    citation.id = id
    citation.mode = is_in_text and "AuthorInText" or citation.mode
    if not numbers[citation.id] then
      cited[#cited + 1] = citation.id
      numbers[citation.id] = #cited
    end
    citation.id = job.token .. "k" .. numbers[citation.id] .. "x"
    citation.suffix = trimmed(citation.suffix)
    citation.suffix = short_page(citation)
  end
  return cite
end

-- ---------------------------------------------------------------- formulas of ODT

-- Words that stand for formulas become these. A formula that cannot be read stays as its letters, and is told.
local function formulas(inlines)
  local out, changed = pandoc.Inlines({}), false
  for _, element in ipairs(inlines) do
    local rest = element.t == "Str" and element.text or ""
    local before, word, after = rest:match("^(.-)(" .. job.token .. "f%d+x)(.*)$")
    while word and job.formulas[word] do
      changed = true
      local good, read = pcall(pandoc.read, job.formulas[word], "html")
      local math = good and pandoc.utils.blocks_to_inlines(read.blocks) or pandoc.Inlines({})
      if #math ~= 1 or math[1].t ~= "Math" then
        tell("A formula could not be read; only its letters were kept: “" .. short(pandoc.utils.stringify(math)) .. "”.")
      end
      if before ~= "" then
        out:insert(pandoc.Str(before))
      end
      out:extend(math)
      rest = after
      element = pandoc.Str(rest)
      before, word, after = rest:match("^(.-)(" .. job.token .. "f%d+x)(.*)$")
    end
    if element.t ~= "Str" or element.text ~= "" then
      out:insert(element)
    end
  end
  return changed and out or nil
end

-- Letters for which Pandoc has a rare command: Å, which in a formula is the unit, and ℏ.
local function usual_letters(math)
  math.text = math.text:gsub("\\mathring{\\mathrm{A}}", "\\text{Å}"):gsub("\\hslash%f[%A]", "\\hbar")
  return math
end

-- ---------------------------------------------------------------- pictures

local pictures = {}

local function keep_picture(name, mime, content, encoded)
  local number = #pictures + 1
  local path = "picture" .. number .. (encoded and ".base64" or ".bin")
  local file = assert(io.open(path, "wb"))
  file:write(content)
  file:close()
  pictures[number] = { name = name, mime = mime, path = path, encoded = encoded }
  return job.token .. "p" .. number .. "x"
end

local kept_pictures = {}

local function picture_source(source)
  local mime, encoded = source:match("^data:(image/[%w.+-]+);base64,(.+)$")
  if mime then
    return keep_picture("picture." .. mime:match("/(%a+)"), mime, encoded, true)
  end
  local found, content = pandoc.mediabag.lookup(source)
  if found then
    return keep_picture(source, found, content, false)
  end
  local packed = job.pictures[source] or job.pictures[source:gsub("^%./", "")]
  if packed then
    return job.token .. "z" .. math.tointeger(packed) .. "x"
  end
  return nil
end

local function length(size)
  local number, unit = (size or ""):match("^(%d.-)(%a%a)$")
  return tonumber(number) and string.format("%.3f", tonumber(number)):gsub("%.?0+$", "") .. unit or size
end

local function picture(image)
  image.attributes = { width = length(image.attributes.width) }
  image.classes = {}
  local source = image.src
  kept_pictures[source] = kept_pictures[source] or picture_source(source)
  if kept_pictures[source] then
    image.src = kept_pictures[source]
  elseif source:match("^https?://") then
    tell("The picture " .. short(source) .. " is on another server and was not fetched; the text keeps its address.")
  elseif source:match("^%a[%w+.-]*:") or source:match("^[/\\]") then
    tell("The picture “" .. short(source) .. "” was left out, because its path is that of another machine.")
    return image.caption
  else
    tell("The picture “" .. short(source) .. "” is not in the file. To show it, add it to the session's files.")
  end
  return image
end

-- A figure of one picture, such that Markdown can write it as a picture: its words say what the picture is called.
local function figure(element)
  local held = element.content[1]
  local has_one = #element.content == 1 and (held.t == "Plain" or held.t == "Para") and #held.content == 1
    and held.content[1].t == "Image"
  if not has_one or #element.caption.long == 0 then
    return nil
  end
  local image = held.content[1]
  image.caption = pandoc.utils.blocks_to_inlines(element.caption.long)
  element.attr = pandoc.Attr(element.identifier ~= "" and element.identifier or image.identifier)
  image.identifier = ""
  element.content = { pandoc.Plain({ image }) }
  element.caption.long = { pandoc.Plain(image.caption) }
  return element
end

-- ---------------------------------------------------------------- LaTeX

local MATHS = {
  equation = true, align = true, gather = true, multline = true, eqnarray = true, alignat = true, flalign = true,
}
local REFERENCES = { ref = true, autoref = true, eqref = true, cref = true, Cref = true, pageref = true, nameref = true }
local OPENS_FILES = {
  input = true, include = true, subfile = true, import = true, InputIfFileExists = true, lstinputlisting = true,
  verbatiminput = true, includegraphics = true, includepdf = true, openin = true, openout = true, write18 = true,
  immediate = true, read = true, write = true, directlua = true, catcode = true, csname = true, usepackage = true,
}
-- Commands that say how a page looks, and nothing else.
local SILENT = {}
for name in ([[maketitle tableofcontents listoffigures listoftables newpage clearpage pagebreak linebreak noindent indent
  bibliographystyle bibliography printbibliography centering raggedright small footnotesize large Large normalsize
  vspace hspace smallskip medskip bigskip onecolumn twocolumn appendix pagestyle thispagestyle setcounter setlength
  addtolength frontmatter mainmatter backmatter protect nocite hfill vfill par sloppy fussy linenumbers nolinenumbers
  doublespacing singlespacing onehalfspacing setstretch and looseness flushbottom raggedbottom pagenumbering label
  date keywords affiliation address email newblock phantom balance selectlanguage]]):gmatch("%S+") do
  SILENT[name] = true
end
local unknown = {}

local function read_plain(raw)
  local good, read = pcall(pandoc.read, raw, "latex", {}, {})
  return good and read.blocks or pandoc.Blocks({})
end

local function raw_latex(element, plain)
  local name = element.text:match("^%s*\\begin%s*{([^{}]+)}")
  local command = element.text:match("^%s*\\(%a+)")
  if REFERENCES[command] then
    return pandoc.RawInline("latex", (element.text:gsub("^%s+", ""):gsub("%s+$", "")))
  elseif not name and SILENT[command] then
    return {}
  elseif OPENS_FILES[command] then
    tell("“" .. short(element.text) .. "” was left out, because it would read another file.")
    return {}
  end
  local read = read_plain(element.text)
  if name and #read > 0 then
    return plain(read)
  end
  for opened in element.text:gmatch("\\(%a+)") do
    if OPENS_FILES[opened] then
      tell("“" .. short(element.text) .. "” was left out, because it would read another file.")
      return {}
    end
  end
  unknown[name and "the environment " .. name or "\\" .. (command or short(element.text))] = true
  return nil
end

-- A numbered formula as a LaTeX environment of its own, between what stands before and behind it.
local function split_paragraph(paragraph)
  local out, inlines = pandoc.Blocks({}), pandoc.Inlines({})
  local function flush()
    if #inlines > 0 and pandoc.utils.stringify(inlines):match("%S") or #inlines > 0 and inlines[1].t ~= "Space" then
      out:insert(pandoc.Para(inlines))
    end
    inlines = pandoc.Inlines({})
  end
  local changed = false
  for _, element in ipairs(paragraph.content) do
    local name = element.t == "Math" and element.mathtype == "DisplayMath"
      and element.text:match("^%s*\\begin{(%a+)%*?}")
    if name and MATHS[name] then
      changed = true
      flush()
      out:insert(pandoc.RawBlock("latex", (element.text:gsub("^%s+", ""):gsub("%s+$", ""))))
    elseif #inlines > 0 or (element.t ~= "Space" and element.t ~= "SoftBreak") then
      inlines:insert(element)
    end
  end
  flush()
  return changed and out or nil
end

-- ---------------------------------------------------------------- identifiers, wrappers, tables, code

local linked = {}

local function collect_links(document)
  document:walk({
    Link = function(link)
      local inside = link.target:match("^#(.+)$")
      if inside and not inside:match("^_") then
        linked[inside] = true
      end
    end,
    RawInline = function(element)
      local label = element.text:match("^\\%a+%*?{([^{}]*)}")
      if label then
        linked[label] = true
      end
    end,
  })
end

local references_of_word = 0

-- Word's own bookmarks (_Ref123, _Toc123) are names for nobody; the words of such a link stay.
local function link(element)
  local inside = element.target:match("^#(.+)$")
  if inside and (inside:match("^_") or not linked[inside]) then
    references_of_word = references_of_word + 1
    return element.content
  end
  if element.target:match("^%s*[Jj]ava[Ss]cript:") or element.target:match("^%s*vbscript:")
    or element.target:match("^%s*data:") or element.target:match("^%s*file:") then
    tell("The link to “" .. short(element.target) .. "” was removed, because it may be unsafe; its text was kept.")
    return element.content
  end
  element.attributes, element.classes, element.identifier = {}, {}, ""
  return element
end

local KEPT_SPANS = { underline = true, smallcaps = true, mark = true }

local function span(element)
  for _, class in ipairs(element.classes) do
    if KEPT_SPANS[class] then
      return pandoc.Span(element.content, pandoc.Attr("", { class }))
    end
  end
  if is_tex and element.attributes.label then
    return linked[element.identifier] and pandoc.RawInline("latex", "\\label{" .. element.attributes.label .. "}") or {}
  end
  if linked[element.identifier] then
    return pandoc.Span(element.content, pandoc.Attr(element.identifier))
  end
  return element.content
end

-- Of the head of a page that Pandoc made, all but the abstract is metadata.
local function title_block(element)
  return element.identifier == "title-block-header"
    and element.content:filter(function(block)
      return block.t == "Div"
    end)
    or nil
end

local function div(element)
  local only = element.content[1]
  if element.identifier ~= "" and #element.content == 1 and only.t == "Table" then
    only.identifier = element.identifier
    return only
  end
  if is_tex and #element.classes > 0 and not element.classes:includes("center")
    and not element.classes:includes("flushleft") and not element.classes:includes("flushright") then
    return nil
  end
  return element.content
end

local function header(element)
  if not linked[element.identifier] then
    element.identifier = ""
  end
  element.attributes = {}
  element.classes = element.classes:includes("unnumbered") and is_tex and { "unnumbered" } or {}
  if #element.content == 0 then
    return {}
  end
  return element
end

local without_language = 0

local function code(element)
  local language = element.classes:find_if(function(class)
    return class ~= "sourceCode" and class ~= "numberLines"
  end)
  if not language then
    without_language = without_language + 1
  end
  -- Without a class Pandoc indents code, which at the beginning of a list's item is no code. The caller removes ours.
  return pandoc.CodeBlock(element.text, pandoc.Attr(element.identifier, { language or job.token .. "l" }))
end

-- Widths of columns would force tables into HTML that Markdown can say with pipes.
local function plain_table(element)
  for at, spec in ipairs(element.colspecs) do
    element.colspecs[at] = { spec[1], nil }
  end
  element.attributes, element.classes = {}, {}
  return element
end

local CONTINUES = job.token .. "c"

-- Remove the caller's mark from the beginning of a block that goes on with an item of a list; nil if it has none.
local function without_mark(block)
  if block.t == "CodeBlock" and block.text:sub(1, #CONTINUES) == CONTINUES then
    block.text = block.text:sub(#CONTINUES + 1)
    return block
  end
  local first = type(block.content) ~= "string" and block.content and block.content[1]
  if not first then
    return nil
  elseif first.t == "Str" and first.text:sub(1, #CONTINUES) == CONTINUES then
    first.text = first.text:sub(#CONTINUES + 1)
    block.content[1] = first
    return block
  elseif block.t == "Div" or block.t == "BlockQuote" then
    local found = without_mark(first)
    if found then
      block.content[1] = found
    end
    return found and block
  end
  return nil
end

-- The blocks of a list that the caller marked, which Word shows without a number or bullet; nil for a real list.
local function continuation(list)
  local blocks, is_marked = pandoc.Blocks({}), false
  for _, item in ipairs(list.t == "BulletList" and list.content or {}) do
    for _, block in ipairs(item) do
      local found = without_mark(block)
      is_marked = is_marked or found ~= nil
      blocks:insert(found or block)
    end
  end
  return is_marked and blocks or nil
end

local function is_list(element)
  return element ~= nil and (element.t == "BulletList" or element.t == "OrderedList")
end

-- Whether the ordered list goes on counting where the other one ends.
local function counts_on(last, list)
  return list.t == "OrderedList" and last.t == "OrderedList" and list.style == last.style
    and list.delimiter == last.delimiter and list.start == last.start + #last.content
end

-- Paragraphs and code that belong to an item of the list before them. They part the list in the file; it is one again.
local function join_items(blocks)
  local out, went_on = pandoc.Blocks({}), false
  for _, element in ipairs(blocks) do
    local last = out[#out]
    local going_on = continuation(element)
    if going_on and is_list(last) then
      last.content[#last.content] = last.content[#last.content] .. going_on
      out[#out], went_on = last, true
    elseif going_on then
      out:extend(going_on)
    elseif went_on and is_list(last) and (counts_on(last, element) or element.t == "BulletList" and last.t == element.t) then
      last.content:extend(element.content)
      out[#out] = last
    else
      out:insert(element)
      went_on = false
    end
  end
  return out
end

-- Lists that only Word's numbering keeps apart.
local function join_lists(blocks)
  local out, changed = pandoc.Blocks({}), false
  for _, element in ipairs(blocks) do
    local last = out[#out]
    if element.t == "BulletList" and last and last.t == "BulletList" then
      last.content:extend(element.content)
      changed = true
    elseif (element.t == "Para" or element.t == "Plain") and #element.content == 0 then
      changed = true
    else
      out:insert(element)
    end
  end
  return changed and out or nil
end

-- ---------------------------------------------------------------- the end

local function summarise()
  if changes.insertion + changes.deletion > 0 then
    local by = next(authors) and " by " .. listed(authors) or ""
    local how = job.changes == "reject" and "rejected" or "accepted"
    tell("The file's tracked changes were " .. how .. ": " .. counted(changes.insertion, "insertion") .. " and "
      .. counted(changes.deletion, "deletion") .. by .. ".")
  end
  if notes > 0 then
    tell(counted(notes, "comment")
      .. (notes == 1 and " was put after the words that it is" or " were put after the words that they are")
      .. " about, as <!-- Comment by … -->.")
  end
  if job.notes_with_lists > 0 then
    tell("The lists in " .. counted(math.floor(job.notes_with_lists), "note") .. " became plain paragraphs.")
  end
  if next(unknown) then
    tell("This LaTeX is unknown and was kept as it is: " .. listed(unknown) .. ".")
  end
  if without_language > 0 and format ~= "latex" then
    tell("The file does not name the programming language of " .. counted(without_language, "block") .. " of code.")
  end
  if references_of_word > 0 and format == "docx" then
    tell(counted(references_of_word, "cross-reference") .. " in the file became plain text.")
  end
end

local function write_found(document)
  local works = "[]"
  if document.meta.references then
    for _, work in ipairs(document.meta.references) do
      work.id = without_mode(pandoc.utils.stringify(work.id))
    end
    works = pandoc.write(pandoc.Pandoc({}, pandoc.Meta({ references = document.meta.references })), "csljson")
  end
  local file = assert(io.open("found.json", "w"))
  file:write(pandoc.json.encode({ cited = cited, pictures = pictures, references = works }))
  file:close()
end

return {
  {
    Div = title_block,
    Cite = function(cite)
      cite.content = {}  -- LaTeX's own words for it
      return cite
    end,
  },
  { Inlines = odt_comments },
  { Span = collect_comments },
  { Inlines = place_comments },
  { Inlines = format == "docx" and spaced_citations or nil },
  { Inlines = formulas },
  { Span = tracked_change },
  {
    RawBlock = function(element)
      return is_tex and raw_latex(element, function(blocks) return blocks end) or (not is_tex and {} or nil)
    end,
    RawInline = function(element)
      if element.text:match("^<!%-%- Comment by ") then
        return nil
      end
      return is_tex and raw_latex(element, pandoc.utils.blocks_to_inlines) or (not is_tex and {} or nil)
    end,
  },
  {
    Pandoc = function(document)
      collect_links(document)
      return nil
    end,
  },
  { Cite = number_citations, Image = picture, Link = link, Span = span, CodeBlock = code, Table = plain_table,
    Header = header },
  { Div = div, Figure = figure },
  { Blocks = format == "docx" and join_items or nil, Math = usual_letters },
  { Para = split_paragraph, Blocks = join_lists },
  {
    Pandoc = function(document)
      summarise()
      write_found(document)
      document.meta = metadata(document.meta)
      return document
    end,
  },
}
