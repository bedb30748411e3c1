// The places where a draft can go: the gaps between the paper's blocks, and the ends of its sections.

/**
 * Return the places of a paper. `tree` and `blocks` are the structure that the server sends, with code point offsets.
 * The result is `{ gaps, sections, positionOf, nearest }`, where every `at` is an index of a JavaScript string.
 */
export function placesOf({ tree, blocks }, text) {
  const unit = unitsOf(text);
  const spans = blocks.map((block, index) => ({ ...block, index, from: unit(block.start), to: unit(block.end) }));
  const gaps = gapsOf(spans, text.length);
  const sections = sectionsOf(tree, spans, text.length);
  return {
    gaps,
    sections,
    positionOf: (placement) => positionOf(placement, spans, sections, text.length),
    /** Return the index of the gap that is nearest to a position in the text. */
    nearest: (position) => nearest(gaps, position),
    /** Return the index of the gap after the block that contains a position. */
    behind: (position) => {
      const found = gaps.findIndex((gap) => gap.at > position);
      return found < 0 ? gaps.length - 1 : found;
    },
  };
}

/** Return a function that converts code point offsets to UTF-16 offsets. */
function unitsOf(text) {
  const doubles = [...text.matchAll(/[\u{10000}-\u{10ffff}]/gu)].map(({ index }, before) => index - before);
  return (point) => {
    let [low, high] = [0, doubles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (doubles[middle] < point) low = middle + 1;
      else high = middle;
    }
    return point + low;
  };
}

/** Return a gap before each block, except before front matter, and one after the last block. */
function gapsOf(spans, end) {
  const anchor = ({ index, excerpt }) => ({ block: index, excerpt });
  const found = [];
  for (let index = spans[0]?.kind === "front_matter" ? 1 : 0; index <= spans.length; index += 1) {
    const [before, after] = [spans[index - 1], spans[index]];
    const behind = before && before.kind !== "front_matter";
    if (!behind && !after) continue;
    found.push({
      at: after ? after.from : end,
      heading: after?.kind === "heading",
      placement: {
        operation: behind ? "insert_after" : "insert_before",
        anchor: anchor(behind ? before : after),
        position: "block",
      },
    });
  }
  return found;
}

/** Return the sections in order: path, level, the end of the own text, and the end including subsections. */
function sectionsOf(tree, spans, end) {
  const headings = spans.filter((span) => span.kind === "heading");
  const found = [...paths(tree)];
  return found.map(({ path, level }, number) => {
    const next = headings[number + 1];
    const after = found.findIndex((each, index) => index > number && each.level <= level);
    return {
      path,
      level,
      heading: headings[number]?.index,
      at: headings.length === found.length ? (next?.from ?? end) : null,
      all: after < 0 ? end : (headings[after]?.from ?? end),
      placement: { operation: "append_to_section", section: path, position: "end" },
    };
  });
}

function* paths(nodes, above = []) {
  for (const { level, title, children } of nodes) {
    if (level === 0) continue;
    const path = [...above, title];
    yield { path, level };
    yield* paths(children, path);
  }
}

/** Return the position in the text that a placement means; null if it is unknown. */
function positionOf({ operation, section, anchor, position }, spans, sections, end) {
  const span = spans[anchor?.block];
  const own = sections.find((each) => (span ? each.heading === span.index : each.path.join("\n") === section?.join("\n")));
  if (operation === "append_to_document") return end;
  if (operation === "prepend_to_document") return 0;
  if (operation === "append_to_section" && own) return position?.startsWith("end of") ? own.all : own.at;
  if (operation === "new_section" && own && !position?.startsWith("before")) return own.all;
  if (!span) return null;
  return operation === "insert_after" ? span.to : span.from;
}

function nearest(gaps, position) {
  const after = gaps.findIndex((gap) => gap.at > position);
  if (after < 0) return gaps.length - 1;
  if (after === 0) return 0;
  return position - gaps[after - 1].at < gaps[after].at - position ? after - 1 : after;
}
