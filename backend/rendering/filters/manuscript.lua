-- Turns a researcher's Markdown into what Pandoc's writers can show: LaTeX formulas and tables, cross-references,
-- raw HTML, pictures that are missing, notes at doubtful citations. Losses are told on standard error, each as a line
-- "COSCRIBE<tab>sentence"; HTML tags that mean nothing elsewhere go without a word, and what they hold stays.
-- The job (format, pictures, notes, words) lies in job.json of the working folder.

local common = dofile(pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "job.lua" }))
local comments = dofile(pandoc.path.join({ pandoc.path.directory(PANDOC_SCRIPT_FILE), "comments.lua" }))
local job, tell, short, counted = common.job, common.tell, common.short, common.counted
local format = job.format
local native_latex = format == "latex"
-- These writers number captions themselves.
local numbers_captions = format == "latex" or format == "typst"

-- ---------------------------------------------------------------- formulas

local MATHS = {
  equation = false, displaymath = false, math = false, align = "aligned", flalign = "aligned", alignat = "aligned",
  eqnarray = "aligned", gather = "gathered", multline = "gathered", split = "aligned", subequations = false,
}

-- numbers of all targets: identifier -> { kind, number }
local targets = {}
local counts = { fig = 0, tbl = 0, eq = 0, lst = 0 }

local function without_comments(text)
  return (("\n" .. text):gsub("\n%s*%%[^\n]*", "\n"):gsub("([^\\])%%[^\n]*\n", "%1\n"):sub(2))
end

local function labels_of(text)
  local labels = {}
  local rest = text:gsub("\\label%s*{([^{}]*)}", function(name)
    labels[#labels + 1] = name
    return ""
  end)
  return rest, labels
end

-- Give what carries these labels its number. `anchor` is the identifier that a link to it can go to, if there is one.
local function register(kind, labels, printed, anchor)
  if not printed then
    counts[kind] = counts[kind] + 1
    printed = tostring(counts[kind])
  end
  for _, label in ipairs(labels) do
    targets[label] = { kind = kind, number = printed, anchor = anchor }
  end
  return printed
end

-- What Pandoc's converter does not know: TeX's old switches of the font ({\rm x} is \mathrm{x}), MathJax's \unicode.
local SWITCHES = { rm = "mathrm", bf = "mathbf", it = "mathit", cal = "mathcal", sf = "mathsf", tt = "mathtt" }

-- Typst refuses a function without its argument, and a whole PDF for it.
local TAKES_ARGUMENT = {}
for name in ([[bm boldsymbol brace brack cancel mathbb mathbf mathcal mathfrak mathit mathrm mathscr mathsf mathsfit mathtt
  overbrace overbracket overline pmb sqrt underbar underbrace underline]]):gmatch("%S+") do
  TAKES_ARGUMENT[name] = true
end

local function with_arguments(text)
  text = text:gsub("\\surd%f[%A]", "\\sqrt{\\,}")
  return (text:gsub("\\(%a+)%s*{%s*}", function(name)
    return TAKES_ARGUMENT[name] and "\\" .. name .. "{\\,}" or nil
  end))
end

local function modern(text)
  if format == "typst" then
    text = with_arguments(text)
  end
  text = text:gsub("\\unicode{x(%x+)}", function(code)
    return utf8.char(tonumber(code, 16))
  end)
  return (text:gsub("{%s*\\(%a%a%a?)%s+([^{}]*)}", function(switch, held)
    return SWITCHES[switch] and "\\" .. SWITCHES[switch] .. "{" .. held .. "}" or nil
  end))
end

-- Rows of a formula outside of any environment are given one: else no converter reads the formula.
local function with_rows(text)
  local bare, count = text, 0
  repeat
    bare, count = bare:gsub("\\begin(%b{}).-\\end%1", "")
  until count == 0
  bare = bare:gsub("%b{}", "")
  if not bare:find("\\\\", 1, true) then
    return text
  end
  local name = bare:find("&", 1, true) and "aligned" or "gathered"
  return "\\begin{" .. name .. "}" .. text .. "\\end{" .. name .. "}"
end

-- The formula in a LaTeX environment, as Pandoc's Math; nil if the environment is no formula.
local function formula(raw)
  local name, star, body = raw:match("^%s*\\begin{(%a+)(%*?)}(.-)\\end{%a+%*?}%s*$")
  if not name or MATHS[name] == nil then
    return nil
  end
  if name == "alignat" then
    body = body:gsub("^%s*{%d+}", "")
  end
  if name == "subequations" then
    return formula(body)
  end
  if name == "eqnarray" then
    body = body:gsub("&%s*([^&\\]-)%s*&", "&%1 ")
  end
  local text, labels = labels_of(without_comments(body))
  text = modern(text:gsub("\\nonumber", ""):gsub("\\notag", ""):gsub("^%s+", ""):gsub("%s+$", ""))
  if MATHS[name] then
    text = "\\begin{" .. MATHS[name] .. "}" .. text .. "\\end{" .. MATHS[name] .. "}"
  end
  if star == "" and name ~= "displaymath" and name ~= "math" then
    text = text .. " \\qquad (" .. register("eq", labels) .. ")"
  end
  return pandoc.Math("DisplayMath", text)
end

-- ---------------------------------------------------------------- raw LaTeX

-- Commands that make a program open a file or run another when the exported LaTeX is compiled.
local OPENS_FILES = {
  "input", "include", "subfile", "import", "includeonly", "InputIfFileExists", "openin", "openout", "write18",
  "immediate", "lstinputlisting", "verbatiminput", "usepackage", "RequirePackage", "bibliography", "addbibresource",
  "catcode", "csname", "read", "directlua", "includegraphics", "includepdf",
}

local function opens_files(raw)
  for _, command in ipairs(OPENS_FILES) do
    if raw:find("\\" .. command .. "%f[^%w]") then
      return command
    end
  end
  return nil
end

-- What becomes of raw LaTeX in LaTeX: it stays (nil), or goes ({}) with a word about it.
local function kept_latex(raw)
  local command = opens_files(raw)
  if command then
    tell("The LaTeX command \\" .. command .. " was left out: it opens files. It stood in “" .. short(raw) .. "”.")
    return {}
  end
  return nil
end

local function read_latex(raw)
  local good, read = pcall(pandoc.read, raw, "latex", {}, {})
  if good then
    return read.blocks
  end
  return pandoc.Blocks({})
end

local REFERENCES = { ref = true, autoref = true, eqref = true, cref = true, Cref = true, pageref = true, nameref = true }

local function latex_reference(raw)
  local command, label = raw:match("^%s*\\(%a+)%*?{([^{}]*)}%s*$")
  if command and REFERENCES[command] then
    return command, label
  end
  return nil
end

local function raw_block(element)
  local raw = element.text
  local math = formula(raw)
  if native_latex then
    return kept_latex(raw)
  end
  if math then
    return pandoc.Para({ math })
  end
  if raw:match("^%s*\\newpage") or raw:match("^%s*\\clearpage") then
    return {}
  end
  local blocks = read_latex(raw)
  if #blocks == 0 and raw:match("%S") then
    tell("This LaTeX is not in the export: “" .. short(raw) .. "”.")
  end
  return blocks
end

local function raw_inline(element)
  local raw = element.text
  if native_latex then
    return kept_latex(raw)
  end
  local command, label = latex_reference(raw)
  if command then
    return pandoc.Span({}, pandoc.Attr("", { "coscribe-ref" }, { command = command, label = label }))
  end
  local marked = raw:match("^\\label{([^{}]*)}$")
  if marked then
    return pandoc.Span({}, pandoc.Attr("", { "coscribe-label" }, { label = marked }))
  end
  local math = formula(raw)
  if math then
    return math
  end
  if raw:match("^\\[\x80-\xff]") then  -- a backslash before a letter that no LaTeX command has
    return pandoc.Str(raw)
  end
  local inlines = pandoc.utils.blocks_to_inlines(read_latex(raw))
  if #inlines == 0 and raw:match("%S") and not raw:match("^\\%a+%s*$") then
    tell("This LaTeX is not in the export: “" .. short(raw) .. "”.")
  end
  return inlines
end

-- ---------------------------------------------------------------- raw HTML

local INLINE_TAGS = {
  sub = pandoc.Subscript, sup = pandoc.Superscript, b = pandoc.Strong, strong = pandoc.Strong, i = pandoc.Emph,
  em = pandoc.Emph, u = pandoc.Underline, s = pandoc.Strikeout, del = pandoc.Strikeout, small = pandoc.Span,
  span = pandoc.Span, kbd = pandoc.Span, mark = pandoc.Span, ins = pandoc.Span, center = pandoc.Span, q = pandoc.Span,
}

local function is_html(element)
  return (element.t == "RawInline" or element.t == "RawBlock") and element.format:match("^html")
end

local function is_tex(element)
  return (element.t == "RawInline" or element.t == "RawBlock")
    and (element.format == "tex" or element.format == "latex")
end

local function tag_of(raw)
  local close, name = raw:match("^%s*<(/?)%s*([%a][%w-]*)")
  return name and name:lower(), close == "/"
end

local function attribute(raw, name)
  return raw:match(name .. '%s*=%s*"([^"]*)"') or raw:match(name .. "%s*=%s*'([^']*)'")
end

-- Join `<sub>`, what it holds and `</sub>` to what Pandoc has for it; drop tags that stand alone.
local function html_inlines(inlines)
  local stack, out = {}, pandoc.Inlines({})
  local changed = false
  for _, element in ipairs(inlines) do
    if is_html(element) then
      changed = true
      local name, closes = tag_of(element.text)
      if name == "br" then
        out:insert(pandoc.LineBreak())
      elseif name == "img" then
        out:insert(pandoc.Image(attribute(element.text, "alt") or "", attribute(element.text, "src") or ""))
      elseif name == "a" and not closes and attribute(element.text, "href") then
        stack[#stack + 1] = { name = "a", from = #out, href = attribute(element.text, "href") }
      elseif name and not closes and INLINE_TAGS[name] then
        stack[#stack + 1] = { name = name, from = #out }
      elseif name and closes and #stack > 0 and stack[#stack].name == name then
        local open = table.remove(stack)
        local held = pandoc.Inlines({})
        while #out > open.from do
          held:insert(1, out:remove(#out))
        end
        if name == "a" then
          out:insert(pandoc.Link(held, open.href))
        else
          out:insert(INLINE_TAGS[name](held))
        end
      end
    else
      out:insert(element)
    end
  end
  if changed then
    return out
  end
  return nil
end

-- Read a whole HTML table, figure or list as what it is; other block tags go and leave what they hold.
local WHOLE = { table = true, figure = true, ul = true, ol = true, dl = true }

local function html_blocks(blocks)
  local out, changed, at = pandoc.Blocks({}), false, 1
  while at <= #blocks do
    local element = blocks[at]
    if is_html(element) then
      changed = true
      local name, closes = tag_of(element.text)
      local closing = name and WHOLE[name] and not closes and "</%s*" .. name .. "%s*>"
      if closing then
        local pieces, last = {}, at
        for later = at, #blocks do
          local piece = blocks[later]
          pieces[#pieces + 1] = is_html(piece) and piece.text
            or pandoc.write(pandoc.Pandoc({ piece }), "html", { html_math_method = "mathml" })
          last = later
          if is_html(piece) and piece.text:lower():find(closing) then
            break
          end
        end
        local good, read = pcall(pandoc.read, table.concat(pieces, "\n"), "html", {}, {})
        if good then
          out:extend(read.blocks)
        end
        at = last
      elseif name and not closes and (element.text:find("</") or name == "img") and not element.text:match("^%s*<!%-%-") then
        local good, read = pcall(pandoc.read, element.text, "html", {}, {})
        if good then
          out:extend(read.blocks)
        end
      end
    else
      out:insert(element)
    end
    at = at + 1
  end
  if changed then
    return out
  end
  return nil
end

-- ---------------------------------------------------------------- pictures

local function picture(image)
  local in_figure = image.attributes["coscribe-figure"]  -- its words stand in the figure's caption already
  image.attributes["coscribe-figure"] = nil
  local known = job.pictures[image.src]
  if known then
    if format == "html" then
      image.src = "data:" .. known.mime .. ";base64," .. known.base64
    else
      local file = assert(io.open(known.path, "rb"))
      pandoc.mediabag.insert(known.path, known.mime, file:read("a"))
      file:close()
      image.src = known.path
    end
    return image
  end
  if native_latex or format == "jats" or format == "html" and image.src:match("^https?://") then
    tell("The picture “" .. short(image.src) .. "” is not in the export; the file names it.")
    return image
  end
  tell("The picture “" .. short(image.src) .. "” is missing; the export shows its name in its place.")
  local shown = pandoc.Inlines({ pandoc.Str("["), pandoc.Str(job.words.picture .. ": " .. short(image.src)) })
  if #image.caption > 0 and not in_figure then
    shown:extend({ pandoc.Str("."), pandoc.Space() })
    shown:extend(image.caption)
  end
  shown:insert(pandoc.Str("]"))
  return pandoc.Span(shown, pandoc.Attr(image.identifier))
end

-- Pandoc puts a figure without a picture into a table of Word, which comes back as a table with a figure's caption.
local function missing_figure(figure)
  local held = figure.content[1]
  local is_box = #figure.content == 1 and (held.t == "Plain" or held.t == "Para") and #held.content == 1
    and held.content[1].t == "Span"
  if format ~= "docx" or not is_box then
    return nil
  end
  local function styled(name, identifier, blocks)
    return pandoc.Div(blocks, pandoc.Attr(identifier, {}, { ["custom-style"] = name }))
  end
  local caption = pandoc.Para(pandoc.utils.blocks_to_inlines(figure.caption.long))
  local box = styled("Captioned Figure", figure.identifier, { pandoc.Para(held.content) })
  return #caption.content > 0 and { box, styled("Image Caption", "", { caption }) } or box
end

-- ---------------------------------------------------------------- numbering

local PRINTED = "^%s*(%a+)%.?%s+([%u]?%d[%d%.]*)"

local function printed_number(inlines)
  local words = pandoc.utils.stringify(inlines):gsub("\u{00A0}", " ")  -- as in the captions that we write
  local word, number = words:match(PRINTED)
  if word and job.captions[word:lower()] then
    return (number:gsub("%.$", ""))
  end
  return nil
end

local function kind_of(identifier)
  local kind = identifier:match("^(%a+)[:-]")
  return kind and job.prefixes[kind:lower()]
end

local function caption_label(kind, number)
  return pandoc.Inlines({ pandoc.Str(job.words[kind] .. "\u{00A0}" .. number .. ":"), pandoc.Space() })
end

local function labels_in(blocks)
  local labels = {}
  pandoc.Blocks(blocks):walk({
    Span = function(span)
      if span.classes:includes("coscribe-label") then
        labels[#labels + 1] = span.attributes.label
      end
    end,
  })
  return labels
end

local function numbered_caption(blocks, kind, identifier)
  local inlines = pandoc.utils.blocks_to_inlines(blocks)
  local printed = printed_number(inlines)
  local labels = labels_in(blocks)
  if identifier ~= "" then
    labels[#labels + 1] = identifier
  end
  local number = register(kind, labels, printed, identifier ~= "" and identifier or nil)
  if printed or numbers_captions or #blocks == 0 then
    return blocks
  end
  local first = blocks[1]
  if first.t == "Para" or first.t == "Plain" then
    local content = caption_label(kind, number)
    content:extend(first.content)
    blocks[1] = pandoc.Plain(content)
  end
  return blocks
end

local sections = {}
local function number_sections(document)
  local top = 6
  document:walk({
    Header = function(header)
      top = math.min(top, header.level)
    end,
  })
  local numbers = {}
  document:walk({
    Header = function(header)
      if header.classes:includes("unnumbered") then
        return
      end
      local depth = header.level - top + 1
      numbers[depth] = (numbers[depth] or 0) + 1
      for deeper = depth + 1, 8 do
        numbers[deeper] = nil
      end
      local parts = {}
      for level = 1, depth do
        parts[level] = tostring(numbers[level] or 1)
      end
      sections[header.identifier] = table.concat(parts, ".")
      for _, label in ipairs(labels_in({ header })) do
        targets[label] = { kind = "sec", number = sections[header.identifier], anchor = header.identifier }
      end
    end,
  })
end

local function number_equation_spans(inlines)
  -- `$$…$$ {#eq:x}`: Pandoc reads the attribute as words.
  local changed = false
  local out = pandoc.Inlines({})
  local at = 1
  while at <= #inlines do
    local element = inlines[at]
    local label_at, label = nil, nil
    if element.t == "Math" and element.mathtype == "DisplayMath" then
      for ahead = at + 1, math.min(at + 2, #inlines) do
        if inlines[ahead].t == "Str" then
          label = inlines[ahead].text:match("^{#([^}]+)}")
          label_at = label and ahead
          break
        end
      end
      local text, labels = labels_of(without_comments(element.text))
      if label then
        labels[#labels + 1] = label
      end
      if #labels > 0 then
        changed = true
        local number = register("eq", labels)
        if native_latex then
          element = pandoc.RawInline("latex", "\\begin{equation}\\label{" .. labels[1] .. "}" .. text .. "\\end{equation}")
        else
          element = pandoc.Math("DisplayMath", modern(text) .. " \\qquad (" .. number .. ")")
        end
        out:insert(element)
        if label_at then
          local rest = inlines[label_at].text:gsub("^{#[^}]+}", "")
          if rest ~= "" then
            out:insert(pandoc.Str(rest))
          end
          at = label_at
        end
        at = at + 1
        goto continue
      end
    end
    out:insert(element)
    at = at + 1
    ::continue::
  end
  if changed then
    return out
  end
  return nil
end

-- ---------------------------------------------------------------- cross-references

local function found_target(identifier)
  if targets[identifier] then
    return targets[identifier]
  end
  if sections[identifier] then
    return { kind = "sec", number = sections[identifier], anchor = identifier }
  end
  return nil
end

local function named_before(out)
  -- A word such as "Figure" that the author has already written in front of the reference.
  for back = #out, math.max(1, #out - 1), -1 do
    local element = out[back]
    if element.t == "Str" then
      local word = element.text:gsub("\u{00A0}", ""):match("([%a]+)%.?$")
      return word and job.captions[word:lower()] ~= nil
    elseif element.t ~= "Space" and element.t ~= "SoftBreak" then
      return false
    end
  end
  return false
end

local function reference_text(target, bare)
  if bare then
    return pandoc.Inlines({ pandoc.Str(target.number) })
  end
  return pandoc.Inlines({ pandoc.Str(job.words[target.kind] .. "\u{00A0}" .. target.number) })
end

local function reference(identifier, bare)
  local target = found_target(identifier)
  if not target then
    return nil
  end
  local text = reference_text(target, bare)
  return target.anchor and pandoc.Link(text, "#" .. target.anchor) or pandoc.Span(text)
end

local function resolve_references(inlines)
  local out, changed = pandoc.Inlines({}), false
  for _, element in ipairs(inlines) do
    local done = false
    if element.t == "Cite" then
      local rest, shown = {}, pandoc.Inlines({})
      for _, citation in ipairs(element.citations) do
        local identifier = citation.id:gsub("[.:]+$", "")
        if kind_of(identifier) and not job.keys[citation.id] then
          local bare = citation.mode == "SuppressAuthor" or (#shown == 0 and named_before(out))
          local link = reference(identifier, bare)
          if #shown > 0 then
            shown:extend({ pandoc.Str(","), pandoc.Space() })
          end
          shown:extend(citation.prefix)
          if #citation.prefix > 0 then
            shown:insert(pandoc.Space())
          end
          if link then
            shown:insert(link)
          else
            tell("The cross-reference @" .. identifier .. " has no target in the document.")
            shown:insert(pandoc.Str("@" .. identifier))
          end
          shown:extend(citation.suffix)
        else
          rest[#rest + 1] = citation
        end
      end
      if #shown > 0 then
        changed, done = true, true
        out:extend(shown)
        if #rest > 0 then
          out:insert(pandoc.Space())
          out:insert(pandoc.Cite({ pandoc.Str("[citation]") }, rest))
        end
      end
    elseif element.t == "Span" and element.classes:includes("coscribe-ref") then
      changed, done = true, true
      local label, command = element.attributes.label, element.attributes.command
      local target = found_target(label)
      if not target then
        tell("The cross-reference \\" .. command .. "{" .. label .. "} has no target in the document.")
        out:insert(pandoc.Str(label))
      elseif command == "eqref" then
        out:insert(pandoc.Str("(" .. target.number .. ")"))
      else
        local bare = command == "ref" or command == "pageref" or named_before(out)
        out:insert(reference(label, bare))
      end
    end
    if not done then
      out:insert(element)
    end
  end
  if changed then
    return out
  end
  return nil
end

-- ---------------------------------------------------------------- comments of Word

local notes, hidden = 0, 0

-- The marks between which Word shows a comment.
local function comment_marks(about)
  notes = notes + 1
  local id = tostring(notes)
  local begin = { id = id, author = about.author, date = about.date }
  return pandoc.Span({ pandoc.Str(about.text) }, pandoc.Attr("", { "comment-start" }, begin)),
    pandoc.Span({}, pandoc.Attr("", { "comment-end" }, { id = id }))
end

-- A comment of ours at each citation of a doubtful work.
local function note_at(cite)
  if format ~= "docx" then
    return nil
  end
  local words = {}
  for _, citation in ipairs(cite.citations) do
    if job.notes[citation.id] then
      words[#words + 1] = job.notes[citation.id]
    end
  end
  if #words == 0 then
    return nil
  end
  local first, last = comment_marks({ author = "Coscribe", date = job.date, text = table.concat(words, " ") })
  return { first, cite, last }
end

local function is_space(element)
  return element ~= nil and (element.t == "Space" or element.t == "SoftBreak")
end

local function said_by(element)
  return element.t == "Cite" and "" or pandoc.utils.stringify(element)  -- an import puts no words for a citation
end

-- Characters that are searched backwards for the words that a comment is about: the longest paragraphs have fewer.
local FAR = 20000

-- Where the words begin that a comment behind `last` is about: at the last element, if they were changed since.
local function beginning(inlines, last, words)
  local cut = words:match("^(.*)…$")
  local said = ""
  for from = last, 1, -1 do
    said = (said_by(inlines[from]) .. said):gsub("%s+", " ")
    local is_there = not cut and said:sub(-#words) == words or cut and said:sub(1, #cut) == cut
    if is_there and words ~= "" then
      return from
    elseif #said > (cut and FAR or #words) then
      break
    end
  end
  return last
end

local function put_comment(inlines, comment)
  local last = #inlines
  while last > 0 and is_space(inlines[last]) do
    last = last - 1
  end
  local about = { author = comment.author, date = comment.date ~= "" and comment.date .. "T00:00:00Z" or job.date,
    text = comment.text }
  local first, final = comment_marks(about)
  inlines:insert(last + 1, final)
  inlines:insert(last == 0 and 1 or beginning(inlines, last, comment.words), first)
end

local function is_html_comment(element)
  return element ~= nil and (element.t == "RawInline" or element.t == "RawBlock") and element.format:match("^html")
    and element.text:match("^%s*<!%-%-")
end

-- HTML comments go, with the space before one that punctuation or another space follows. Those of co-authors become
-- comments of Word where they are wanted.
local function html_comments(inlines)
  local out, changed = pandoc.Inlines({}), false
  for at, element in ipairs(inlines) do
    if is_html_comment(element) then
      changed = true
      local following = inlines[at + 1]
      if is_space(out[#out]) and (not following or is_space(following) or following.t == "Str"
        and following.text:match("^[.,;:!?)%]]")) then
        out:remove(#out)
      end
      local comment = comments.read(element.text)
      if comment and job.comments and format == "docx" then
        put_comment(out, comment)
      elseif comment then
        hidden = hidden + 1
      end
    else
      out:insert(element)
    end
  end
  return changed and out or nil
end

-- A comment that stands alone belongs to the paragraph before it.
local function comment_blocks(blocks)
  local out, changed = pandoc.Blocks({}), false
  for _, element in ipairs(blocks) do
    local last = out[#out]
    if is_html_comment(element) and comments.read(element.text) then
      changed = true
      local comment = pandoc.RawInline("html", element.text)
      if last and (last.t == "Para" or last.t == "Plain" or last.t == "Header") then
        last.content:insert(comment)
      else
        out:insert(pandoc.Para({ comment }))
      end
    else
      out:insert(element)
    end
  end
  return changed and out or nil
end

local function tell_of_comments()
  if hidden > 0 and format == "docx" then
    tell(counted(hidden, "comment") .. " of co-authors stand in the text and not in this file: ask for `comments=all`.")
  end
end

-- ---------------------------------------------------------------- links

local identifiers = {}

-- Keep the first of several equal identifiers: a PDF is not made where one stands twice.
local function keep_first(element)
  local identifier = element.identifier
  if element.t == "Span" and element.classes:find_if(function(class) return class:match("^comment%-") end) then
    return nil  -- Word's comments begin and end under one identifier
  end
  if identifier ~= "" then
    if identifiers[identifier] then
      element.identifier = ""
      return element
    end
    identifiers[identifier] = true
  end
  return nil
end

local function safe_link(link)
  local inside = link.target:match("^#(.*)$")
  if inside and not identifiers[inside] then
    return pandoc.Span(link.content)
  end
  local scheme = link.target:match("^%s*([%a][%w+.-]*):")
  if scheme and not job.schemes[scheme:lower()] then
    tell("A link with the address “" .. short(link.target) .. "” was left out; its words stay.")
    return link.content
  end
  return nil
end

-- ---------------------------------------------------------------- the list of references

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
local function with_list_heading(document)
  local is_cited, has_place = false, format == "jats"
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
  local identifier = identifiers["references"] and "" or "references"
  local attributes = pandoc.Attr(identifier, { "unnumbered" })
  blocks:insert(pandoc.Header(section_level(blocks), pandoc.Inlines(job.words.refs), attributes))
  blocks:insert(place)
  return document
end

-- ---------------------------------------------------------------- tracked changes

local function change(kind, content, division)
  return pandoc.Span(content, pandoc.Attr("", { kind }, {
    author = division.attributes.author, date = division.attributes.date,
  }))
end

-- All words of these blocks, as inserted or deleted.
local function mark_all(blocks, kind, division)
  local function mark(block)
    block.content = { change(kind, block.content, division) }
    return block, false
  end
  local function without_words(block)
    if kind == "insertion" then
      return block
    end
    tell("A deleted formula, or other LaTeX or HTML, is not among the tracked changes: “" .. short(block.text) .. "”.")
    return {}
  end
  return blocks:walk({
    traverse = "topdown", Para = mark, Plain = mark, Header = mark, RawBlock = without_words,
    CodeBlock = function(block)
      return kind == "insertion" and block or pandoc.Para({ change(kind, { pandoc.Code(block.text) }, division) })
    end,
  })
end

-- Words of the longest common sequence stay, the others are marked. Very long paragraphs are marked whole.
local MOST_PAIRS = 4000000

local function compare(old, new, division)
  local n, m = #old, #new
  if n * m > MOST_PAIRS then
    return pandoc.Inlines({ change("deletion", old, division), change("insertion", new, division) })
  end
  local before, after, length = {}, {}, {}
  local function said(inline)  -- but for the number of a citation in its text
    return (tostring(inline):gsub("citationNoteNum = %d+", ""))
  end
  for i = 1, n do
    before[i] = said(old[i])
  end
  for j = 1, m do
    after[j] = said(new[j])
  end
  for i = n + 1, 1, -1 do
    length[i] = {}
    for j = m + 1, 1, -1 do
      if i > n or j > m then
        length[i][j] = 0
      elseif before[i] == after[j] then
        length[i][j] = length[i + 1][j + 1] + 1
      else
        length[i][j] = math.max(length[i + 1][j], length[i][j + 1])
      end
    end
  end
  local out, gone, come = pandoc.Inlines({}), pandoc.Inlines({}), pandoc.Inlines({})
  local function flush()
    if #gone > 0 then
      out:insert(change("deletion", gone, division))
    end
    if #come > 0 then
      out:insert(change("insertion", come, division))
    end
    gone, come = pandoc.Inlines({}), pandoc.Inlines({})
  end
  local i, j = 1, 1
  while i <= n or j <= m do
    if i <= n and j <= m and before[i] == after[j] then
      flush()
      out:insert(new[j])
      i, j = i + 1, j + 1
    elseif j > m or i <= n and length[i + 1][j] >= length[i][j + 1] then
      gone:insert(old[i])
      i = i + 1
    else
      come:insert(new[j])
      j = j + 1
    end
  end
  flush()
  return out
end

local function tracked(division)
  local kind = division.classes:find_if(function(class)
    return class:match("^coscribe%-")
  end)
  if kind == "coscribe-inserted" then
    return mark_all(division.content, "insertion", division), false
  elseif kind == "coscribe-deleted" then
    return mark_all(division.content, "deletion", division), false
  elseif kind == "coscribe-changed" and #division.content == 2 then
    local old, new = division.content[1].content, division.content[2].content
    if #old == 1 and #new == 1 and old[1].t == new[1].t and (new[1].t == "Para" or new[1].t == "Header") then
      new[1].content = compare(old[1].content, new[1].content, division)
      return new, false
    end
    local both = mark_all(old, "deletion", division)
    both:extend(mark_all(new, "insertion", division))
    return both, false
  end
  return nil
end

-- A raw piece of another format: nothing but our own equations may pass.
local function foreign(element)
  if is_html(element) or is_tex(element) then
    return nil
  end
  tell("A raw piece of the format “" .. element.format .. "” was left out: “" .. short(element.text) .. "”.")
  return {}
end

-- No format has notes within notes, and Pandoc drops them: their words stand in parentheses instead.
local function flat_note(note)
  note.content = note.content:walk({
    Note = function(inner)
      tell("A note within a note stands in parentheses: “" .. short(pandoc.utils.stringify(inner.content)) .. "”.")
      local words = pandoc.utils.blocks_to_inlines(inner.content, { pandoc.Space() })
      words:insert(1, pandoc.Str("("))
      words:insert(pandoc.Str(")"))
      return words
    end,
    Str = function(text)
      for name in text.text:gmatch("%[%^([^%]]+)%]") do
        tell("The mark [^" .. name .. "] stands within a note and stays as it is: note “" .. name
          .. "” is left out unless the text itself refers to it too.")
      end
    end,
  })
  return note
end

return {
  { Note = flat_note, traverse = "topdown" },
  { Blocks = comment_blocks },
  { Div = tracked, traverse = "topdown" },
  { Inlines = html_comments, Pandoc = tell_of_comments },
  { Blocks = html_blocks, Inlines = html_inlines },
  { RawBlock = foreign, RawInline = foreign },
  {
    RawBlock = function(element)
      return is_tex(element) and raw_block(element) or nil
    end,
    RawInline = function(element)
      return is_tex(element) and raw_inline(element) or nil
    end,
    Inlines = number_equation_spans,
    traverse = "topdown",
  },
  {
    Math = function(element)
      if native_latex then
        return nil
      end
      element.text = modern(without_comments(element.text))
      if element.mathtype == "DisplayMath" then
        element.text = with_rows(element.text)
      end
      return element
    end,
  },
  {
    Pandoc = function(document)
      number_sections(document)
      return document:walk({
        traverse = "topdown",
        Figure = function(figure)
          local identifier = figure.identifier
          local inner = nil
          figure = figure:walk({
            Image = function(image)
              inner = inner or image.identifier
              image.attributes["coscribe-figure"] = "yes"
              return image
            end,
          })
          if identifier == "" and inner then
            identifier = inner
          end
          if #figure.caption.long > 0 or identifier ~= "" then
            figure.caption.long = numbered_caption(figure.caption.long, "fig", identifier)
          end
          return figure
        end,
        Image = function(image)
          if kind_of(image.identifier) == "fig" and not targets[image.identifier] then
            register("fig", { image.identifier }, printed_number(image.caption), image.identifier)
          end
        end,
        Table = function(table_)
          if #table_.caption.long > 0 or table_.identifier ~= "" then
            local identifier = table_.identifier
            local inlines = pandoc.utils.blocks_to_inlines(table_.caption.long)
            local last = inlines[#inlines]
            if identifier == "" and last and last.t == "Str" then
              identifier = last.text:match("^{#([^}]+)}$") or ""
              if identifier ~= "" then
                inlines:remove(#inlines)
                table_.identifier = identifier
                table_.caption.long = { pandoc.Plain(inlines) }
              end
            end
            table_.caption.long = numbered_caption(table_.caption.long, "tbl", identifier)
          end
          return table_
        end,
        CodeBlock = function(code)
          if kind_of(code.identifier) == "lst" then
            register("lst", { code.identifier }, nil, code.identifier)
          end
        end,
      })
    end,
  },
  { Inlines = resolve_references },
  { Image = picture, Figure = missing_figure },
  {
    Div = keep_first, Header = keep_first, Figure = keep_first, Table = keep_first, Span = keep_first,
    Code = keep_first, CodeBlock = keep_first, Link = keep_first, Image = keep_first,
  },
  { Link = safe_link, Cite = note_at },
  { Pandoc = with_list_heading },
}
