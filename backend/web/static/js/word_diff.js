// Compare two texts word by word. The equal words at both ends are skipped.

/** Maximum tokens to compare. More count as changed, because the table below has the square of this number. */
const MOST = 1_500;

/** Return parts `{ kind, text }`: "equal" and "delete" give the first text, "equal" and "insert" the second. */
export function wordDiff(before, after) {
  const [old, young] = [tokens(before), tokens(after)];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  const parts = [];
  add(parts, "equal", old.slice(0, start));
  compare(parts, old.slice(start, old.length - end), young.slice(start, young.length - end));
  add(parts, "equal", old.slice(old.length - end));
  return joined(parts);
}

/** Join changes with only white space between them, because many single deleted words are hard to read. */
function joined(parts) {
  const made = [];
  let [gone, come] = ["", ""];
  const flush = () => {
    if (gone) made.push({ kind: "delete", text: gone });
    if (come) made.push({ kind: "insert", text: come });
    [gone, come] = ["", ""];
  };
  parts.forEach(({ kind, text }, index) => {
    if (kind === "delete") gone += text;
    else if (kind === "insert") come += text;
    else if (text.trim() === "" && gone && come && index < parts.length - 1) {
      gone += text;
      come += text;
    } else {
      flush();
      made.push({ kind, text });
    }
  });
  flush();
  return made;
}

/** Return the share of both texts that is equal, from 0 to 1. */
export function likeness(parts) {
  const all = parts.reduce((sum, part) => sum + part.text.length * (part.kind === "equal" ? 2 : 1), 0);
  const equal = parts.reduce((sum, part) => sum + (part.kind === "equal" ? 2 * part.text.length : 0), 0);
  return all ? equal / all : 1;
}

function tokens(text) {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function compare(parts, old, young) {
  if (!old.length || !young.length || old.length > MOST || young.length > MOST) {
    add(parts, "delete", old);
    add(parts, "insert", young);
    return;
  }
  const width = young.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = young.length - 1; j >= 0; j -= 1) {
      const here = i * width + j;
      lengths[here] = old[i] === young[j] ? lengths[here + width + 1] + 1 : Math.max(lengths[here + width], lengths[here + 1]);
    }
  }
  let [i, j] = [0, 0];
  while (i < old.length && j < young.length) {
    if (old[i] === young[j]) {
      add(parts, "equal", [old[i]]);
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) add(parts, "delete", [old[i++]]);
    else add(parts, "insert", [young[j++]]);
  }
  add(parts, "delete", old.slice(i));
  add(parts, "insert", young.slice(j));
}

function add(parts, kind, found) {
  if (!found.length) return;
  const text = found.join("");
  if (parts.at(-1)?.kind === kind) parts.at(-1).text += text;
  else parts.push({ kind, text });
}
