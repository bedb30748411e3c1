-- Turns a researcher's Markdown into what Pandoc's writers can show, one pass after the other: LaTeX formulas and tables,
-- cross-references, raw HTML, pictures that are missing, notes at doubtful citations. Each subject is a file in the folder
-- manuscript/. Losses are told on standard error, each as a line "COSCRIBE<tab>sentence"; HTML tags that mean nothing
-- elsewhere go without a word, and what they hold stays. The job (format, pictures, notes, words) lies in job.json of
-- the working folder.

local here = pandoc.path.directory(PANDOC_SCRIPT_FILE)
package.path = pandoc.path.join({ here, "?.lua" }) .. ";" .. pandoc.path.join({ here, "manuscript", "?.lua" })

local boxes = require("boxes")
local cells = require("cells")
local cross_references = require("cross_references")
local formulas = require("formulas")
local html = require("html")
local latex = require("latex")
local links = require("links")
local notes = require("notes")
local numbering = require("numbering")
local packages = require("packages")
local pictures = require("pictures")
local raw_pieces = require("raw_pieces")
local reference_list = require("reference_list")
local theorems = require("theorems")
local tracked_changes = require("tracked_changes")
local word_comments = require("word_comments")

local keep_first = links.keep_first
-- A pass over every list of words takes most of the time where a table has tens of thousands of cells, so one whose sign
-- is nowhere in the document is left out.
local signs = require("job").job.signs
local has_tex = signs["\\"] or signs["$"]

return {
  { Note = notes.flat, traverse = "topdown" },
  { Blocks = word_comments.blocks },
  { Div = tracked_changes.marked, traverse = "topdown" },
  { Inlines = signs["<"] and word_comments.inlines or nil, Pandoc = word_comments.tell_of_hidden },
  { Blocks = html.blocks, Inlines = signs["<"] and html.inlines or nil },
  { RawBlock = raw_pieces.foreign, RawInline = raw_pieces.foreign },
  {
    RawBlock = latex.block, RawInline = latex.inline, Inlines = has_tex and formulas.number_equations or nil,
    traverse = "topdown",
  },
  { Math = formulas.converted },
  { CodeBlock = cells.shown },
  { Div = boxes.shown },
  { Div = theorems.labeled, traverse = "topdown" },
  { Pandoc = numbering.number_all },
  { Inlines = (signs["@"] or signs["\\"]) and cross_references.resolved or nil },
  { Image = pictures.shown, Figure = pictures.missing_figure },
  {
    Div = keep_first, Header = keep_first, Figure = keep_first, Table = keep_first, Span = keep_first,
    Code = keep_first, CodeBlock = keep_first, Link = keep_first, Image = keep_first,
  },
  { Link = links.safe, Cite = word_comments.at_citation },
  { Pandoc = reference_list.with_heading },
  { Pandoc = packages.loaded },
}
