-- Tracked changes of Word, between two revisions.

local common = require("job")
local tell, short = common.tell, common.short
local tracked_changes = {}

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
    tell("A deleted formula, or other deleted LaTeX or HTML, is not shown as a tracked change: “" .. short(block.text) .. "”.")
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

function tracked_changes.marked(division)
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

return tracked_changes
