-- Numbers of figures, tables, equations, listings and sections, and the words before the numbers in captions.

local job = require("job").job
local numbering = {}

-- These writers number captions themselves.
local NUMBERS_CAPTIONS = job.format == "latex" or job.format == "typst"

-- numbers of all targets: identifier -> { kind, number }
local targets = {}
local counts = {}
local sections = {}

-- The text without its labels, and these.
function numbering.labels_of(text)
  local labels = {}
  local rest = text:gsub("\\label%s*{([^{}]*)}", function(name)
    labels[#labels + 1] = name
    return ""
  end)
  return rest, labels
end

-- Equations that have a number together: its number, and the letter of the next.
local lettered = nil

-- Give what carries these labels its number. `anchor` is the identifier that a link to it can go to, if there is one.
function numbering.register(kind, labels, printed, anchor)
  if not printed and kind == "eq" and lettered then
    printed = lettered.number .. string.char(("a"):byte() + lettered.used % 26)
    lettered.used = lettered.used + 1
  elseif not printed then
    counts[kind] = (counts[kind] or 0) + 1
    printed = tostring(counts[kind])
  end
  for _, label in ipairs(labels) do
    targets[label] = { kind = kind, number = printed, anchor = anchor }
  end
  return printed
end

-- LaTeX that stays as it is numbers what it labels itself.
function numbering.leave_to_latex(raw)
  for label in raw:gmatch("\\label%s*{([^{}]*)}") do
    local kind = numbering.kind_of(label)
    if kind then
      targets[label] = { kind = kind, native = true, label = label }
    end
  end
end

-- What `read` returns; the equations in it have letters behind the number that these labels get.
function numbering.lettered(labels, read)
  lettered = { number = numbering.register("eq", labels), used = 0 }
  local made = read()
  lettered = nil
  return made
end

local PRINTED = "^%s*(%a+)%.?%s+([%u]?%d[%d%.]*)"

local function printed_number(inlines)
  local words = pandoc.utils.stringify(inlines):gsub("\u{00A0}", " ")  -- as in the captions that we write
  local word, number = words:match(PRINTED)
  if word and job.captions[word:lower()] then
    return (number:gsub("%.$", ""))
  end
  return nil
end

-- The kind of target that an identifier names by its prefix; nil if it has none.
function numbering.kind_of(identifier)
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
  local number = numbering.register(kind, labels, printed, identifier ~= "" and identifier or nil)
  if job.format == "latex" and not printed and identifier ~= "" and #blocks > 0 then
    targets[identifier] = { kind = kind, native = true, label = identifier }
  end
  if printed or NUMBERS_CAPTIONS or #blocks == 0 then
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

-- The kind, number and anchor of the target with this identifier; nil if there is none.
function numbering.found(identifier)
  if targets[identifier] then
    return targets[identifier]
  end
  if sections[identifier] then
    return { kind = "sec", number = sections[identifier], anchor = identifier }
  end
  return nil
end

-- Give every target its number.
function numbering.number_all(document)
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
        figure.caption.long = numbered_caption(figure.caption.long, numbering.kind_of(identifier) == "tbl" and "tbl" or "fig", identifier)
      end
      return figure
    end,
    Image = function(image)
      if numbering.kind_of(image.identifier) == "fig" and not targets[image.identifier] then
        numbering.register("fig", { image.identifier }, printed_number(image.caption), image.identifier)
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
      if numbering.kind_of(code.identifier) == "lst" then
        numbering.register("lst", { code.identifier }, nil, code.identifier)
      end
    end,
  })
end

return numbering
