// markdown-it: Pandoc's citations, `[@key, p. 3; @other]`, as a mark that names the keys.

const CITATION = /^\[((?:[^[\]\n]*?)-?@[\p{L}\p{N}_{][^[\]\n]*)\](?!\()/u;
const KEY = /-?@(?:\{([^}]+)\}|([\p{L}\p{N}_](?:[\p{L}\p{N}_]|[:.#$%&\-+?<>~/](?=[\p{L}\p{N}_]))*))/gu;

export function citations(markdown) {
  markdown.inline.ruler.before("link", "citation", (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
    const found = state.src.slice(state.pos, state.posMax).match(CITATION);
    if (!found) return false;
    if (!silent) state.push("citation", "cite", 0).content = found[1];
    state.pos += found[0].length;
    return true;
  });
  markdown.renderer.rules.citation = (all, index) => {
    const shown = all[index].content.replace(KEY, (_, braced, bare) => braced ?? bare);
    return `<cite>(${markdown.utils.escapeHtml(shown)})</cite>`;
  };
}
