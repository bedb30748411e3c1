-- Cross-references show the words and numbers of their targets.

local common = require("job")
local numbering = require("numbering")
local job, tell = common.job, common.tell
local cross_references = {}

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

-- LaTeX's space that does not break, before a reference: "Figure~\\ref{a}". Markdown reads the sign as one of its own.
local function without_tilde(out)
  local last = out[#out]
  if last and last.t == "Str" and last.text:match("~$") then
    last.text = last.text:gsub("~$", "\u{00A0}")
  end
end

local function reference_text(target, bare)
  if target.native then
    local word = bare and "" or job.words[target.kind] .. "~"
    return pandoc.Inlines({ pandoc.RawInline("latex", word .. "\\ref{" .. target.label .. "}") })
  end
  if bare then
    return pandoc.Inlines({ pandoc.Str(target.number) })
  end
  return pandoc.Inlines({ pandoc.Str(job.words[target.kind] .. "\u{00A0}" .. target.number) })
end

local function reference(identifier, bare)
  local target = numbering.found(identifier)
  if not target then
    return nil
  end
  local text = reference_text(target, bare)
  return target.anchor and pandoc.Link(text, "#" .. target.anchor) or pandoc.Span(text)
end

function cross_references.resolved(inlines)
  local out, changed = pandoc.Inlines({}), false
  for _, element in ipairs(inlines) do
    local done = false
    if element.t == "Cite" then
      local rest, shown = {}, pandoc.Inlines({})
      for _, citation in ipairs(element.citations) do
        local identifier = citation.id:gsub("[.:]+$", "")
        if numbering.kind_of(identifier) and not job.keys[citation.id] then
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
      without_tilde(out)
      local label, command = element.attributes.label, element.attributes.command
      local target = numbering.found(label)
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

return cross_references
