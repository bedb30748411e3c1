// Where a draft can go: the gaps between the paper's blocks, and the ends of its sections.

/**
 * The places of a paper, from what the server says of its structure (which counts code points) and its text.
 * Gives `{ gaps, sections, positionOf, nearest }`; every `at` counts as JavaScript's strings do.
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
    /** The index of the gap that is nearest to a position of the text. */
    nearest: (position) => nearest(gaps, position),
    /** The index of the gap behind the block that holds a position. */
    behind: (position) => {
      const found = gaps.findIndex((gap) => gap.at > position);
      return found < 0 ? gaps.length - 1 : found;
    },
  };
}

/** Turn code points into UTF-16 units: each character beyond the first plane before them makes one more. */
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

/** A gap before each block and one behind the last; nothing goes before front matter. */
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

/** Sections in their order: path, level, where their own text ends and where all of them ends. */
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

/** Where in the text a placement would put something; null where that cannot be told. */
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
