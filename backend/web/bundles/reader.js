// The libraries that the reading view uses. `make web-vendor` builds static/vendor/reader.js from this file.
import DOMPurify from "dompurify";
import { renderToString } from "katex";
import MarkdownIt from "markdown-it";
import footnote from "markdown-it-footnote";

export { DOMPurify, MarkdownIt, footnote, renderToString };
