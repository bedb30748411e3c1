// What the reading view is made with. `make web-vendor` makes static/vendor/reader.js of this file.
import DOMPurify from "dompurify";
import { renderToString } from "katex";
import MarkdownIt from "markdown-it";
import footnote from "markdown-it-footnote";

export { DOMPurify, MarkdownIt, footnote, renderToString };
