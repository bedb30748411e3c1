// markdown-it: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and the environments of equations, as MathML.

const ENVIRONMENT = /^\\begin\{((?:equation|align|gather|multline|eqnarray)\*?)\}[\s\S]*?\\end\{\1\}/;
/** Maximum characters of a formula. Without a limit, a text with many opening marks would take very long. */
const LONGEST = 10_000;
/** Number of formulas whose elements are cached, because a paper is shown repeatedly; they take some 5 MB. */
const MOST_KEPT = 5_000;
/** LaTeX commands about an equation that MathML does not need. */
const LABELS = /\\label\{[^}]*\}|\\nonumber|\\notag/g;

export function formulas(markdown, renderToString) {
  const made = new Map();
  const render = (tex, display) => {
    const key = `${display}${tex}`;
    if (made.size > MOST_KEPT) made.clear();
    if (!made.has(key)) made.set(key, renderNew(tex, display));
    return made.get(key);
  };
  const renderNew = (tex, display) => {
    const options = { displayMode: display, output: "mathml", throwOnError: false, trust: false, maxExpand: 500, maxSize: 20 };
    try {
      return renderToString(tex.replace(LABELS, ""), options);
    } catch {
      return `<code>${markdown.utils.escapeHtml(tex)}</code>`;
    }
  };
  markdown.inline.ruler.before("escape", "formula", inline);
  markdown.block.ruler.before("fence", "formulas", block, { alt: ["paragraph", "reference", "blockquote", "list"] });
  markdown.renderer.rules.formula = (all, index) => render(all[index].content, all[index].markup === "display");
  markdown.renderer.rules.formulas = (all, index) => `<div class="formula">${render(all[index].content, true)}</div>\n`;
}

function inline(state, silent) {
  const first = state.src[state.pos];
  if (first !== "$" && first !== "\\") return false;
  const found = matched(state.src.slice(state.pos, Math.min(state.posMax, state.pos + LONGEST)));
  if (!found) return false;
  if (!silent) {
    const token = state.push("formula", "math", 0);
    token.content = found.tex;
    token.markup = found.display ? "display" : "inline";
  }
  state.pos += found.length;
  return true;
}

function matched(rest) {
  if (rest[0] === "$") {
    const [whole, tex] = rest.match(/^\$\$([^]+?)\$\$/) ?? [];
    if (whole) return { tex, length: whole.length, display: true };
    const [one, inner] = rest.match(/^\$((?:\\[^]|[^$\\])+?)\$(?!\d)/) ?? [];
    return one && !/^\s|\s$/.test(inner) ? { tex: inner, length: one.length, display: false } : null;
  }
  if (rest[0] !== "\\") return null;
  const [whole, round, square] = rest.match(/^\\\(([^]+?)\\\)|^\\\[([^]+?)\\\]/) ?? [];
  if (whole) return { tex: round ?? square, length: whole.length, display: square !== undefined };
  const [environment] = rest.match(ENVIRONMENT) ?? [];
  return environment ? { tex: environment, length: environment.length, display: true } : null;
}

/** Parse a formula that begins at the start of a line and ends at the end of a line, even after blank lines. */
function block(state, startLine, endLine, silent) {
  const begin = state.bMarks[startLine] + state.tShift[startLine];
  if (!/^(?:\$\$|\\\[|\\begin)/.test(state.src.slice(begin, begin + 6))) return false;
  const text = state.src.slice(begin, Math.min(state.eMarks[endLine - 1], begin + LONGEST));
  const [whole, dollars, brackets] = text.match(/^\$\$([^]+?)\$\$[ \t]*(?:\{#[^}]*\})?[ \t]*(?=\r?\n|$)|^\\\[([^]+?)\\\][ \t]*(?=\r?\n|$)/) ?? text.match(ENVIRONMENT) ?? [];
  if (!whole) return false;
  if (silent) return true;
  const token = state.push("formulas", "math", 0);
  token.block = true;
  token.content = whole.startsWith("\\begin") ? whole : (dollars ?? brackets);
  const lines = whole.split("\n").length;
  token.map = [startLine, startLine + lines];
  state.line = startLine + lines;
  return true;
}
