-- Comments of Word: of co-authors, and ours at citations of doubtful works.

local common = require("job")
local comments = require("comments")
local raw_pieces = require("raw_pieces")
local job, tell, counted = common.job, common.tell, common.counted
local word_comments = {}

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
function word_comments.at_citation(cite)
  if job.format ~= "docx" then
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

-- HTML comments go, with the space before one that punctuation or another space follows. Those of co-authors become
-- comments of Word where they are wanted.
function word_comments.inlines(inlines)
  local out, changed = pandoc.Inlines({}), false
  for at, element in ipairs(inlines) do
    if raw_pieces.is_html_comment(element) then
      changed = true
      local following = inlines[at + 1]
      if is_space(out[#out]) and (not following or is_space(following) or following.t == "Str"
        and following.text:match("^[.,;:!?)%]]")) then
        out:remove(#out)
      end
      local comment = comments.read(element.text)
      if comment and job.comments and job.format == "docx" then
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
function word_comments.blocks(blocks)
  local out, changed = pandoc.Blocks({}), false
  for _, element in ipairs(blocks) do
    local last = out[#out]
    if raw_pieces.is_html_comment(element) and comments.read(element.text) then
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

function word_comments.tell_of_hidden()
  if hidden > 0 and job.format == "docx" then
    tell(counted(hidden, "comment") .. " of co-authors in the text are not in this file. To include them, send `comments=all`.")
  end
end

return word_comments
