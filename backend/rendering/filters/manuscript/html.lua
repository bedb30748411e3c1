-- Raw HTML: tags, tables, figures and lists become what they mean elsewhere.

local raw_pieces = require("raw_pieces")
local html = {}

local INLINE_TAGS = {
  sub = pandoc.Subscript, sup = pandoc.Superscript, b = pandoc.Strong, strong = pandoc.Strong, i = pandoc.Emph,
  em = pandoc.Emph, u = pandoc.Underline, s = pandoc.Strikeout, del = pandoc.Strikeout, small = pandoc.Span,
  span = pandoc.Span, kbd = pandoc.Span, mark = pandoc.Span, ins = pandoc.Span, center = pandoc.Span, q = pandoc.Span,
}

-- The other elements of HTML, and those of SVG and MathML that people paste. A tag of another name is the author's own
-- word between angle brackets, such as <placeholder>, and stays.
local KNOWN = {}
for name in ([[a abbr address area article aside audio b base bdi bdo big blockquote body br button canvas caption
  center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure
  font footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main
  map mark menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt ruby s
  samp script search section select slot small source span strike strong style sub summary sup table tbody td template
  textarea tfoot th thead time title tr track tt u ul var video wbr svg g path circle ellipse rect line polyline polygon
  text tspan defs use symbol marker clippath lineargradient radialgradient stop mask pattern filter desc math mi mn mo
  ms mtext mrow mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover munderover mtable mtr mtd
  mspace semantics annotation]]):gmatch("%S+") do
  KNOWN[name] = true
end

local function is_known(name)
  return KNOWN[name] or name:find("-", 1, true) ~= nil
end

local function tag_of(raw)
  local close, name = raw:match("^%s*<(/?)%s*([%a][%w-]*)")
  return name and name:lower(), close == "/"
end

local function attribute(raw, name)
  return raw:match(name .. '%s*=%s*"([^"]*)"') or raw:match(name .. "%s*=%s*'([^']*)'")
end

-- Join `<sub>`, what it holds and `</sub>` to what Pandoc has for it; drop tags that stand alone.
function html.inlines(inlines)
  local stack, out = {}, pandoc.Inlines({})
  local changed = false
  for _, element in ipairs(inlines) do
    if raw_pieces.is_html(element) then
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
      elseif name and not raw_pieces.is_html_comment(element) and not is_known(name) then
        out:insert(pandoc.Str(element.text))
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

function html.blocks(blocks)
  local out, changed, at = pandoc.Blocks({}), false, 1
  while at <= #blocks do
    local element = blocks[at]
    if raw_pieces.is_html(element) then
      changed = true
      local name, closes = tag_of(element.text)
      local closing = name and WHOLE[name] and not closes and "</%s*" .. name .. "%s*>"
      if closing then
        local pieces, last = {}, at
        for later = at, #blocks do
          local piece = blocks[later]
          pieces[#pieces + 1] = raw_pieces.is_html(piece) and piece.text
            or pandoc.write(pandoc.Pandoc({ piece }), "html", { html_math_method = "mathml" })
          last = later
          if raw_pieces.is_html(piece) and piece.text:lower():find(closing) then
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

return html
