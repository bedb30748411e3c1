// Another place for a draft: one that fits, the end of a section, or where the cursor is.
import { get } from "./api.js";
import { openDialog } from "./dialog.js";
import { field, h, select } from "./dom.js";
import { placeWords, words } from "./words.js";

/** Gives a placement, or null where none was chosen. */
export async function choosePlace(context, candidates) {
  const { tree, blocks } = await get(`/api/sessions/${context.id}/document/structure`);
  const sections = [...paths(tree)];
  return new Promise((answer) => {
    let chosen = null;
    const choose = (placement) => () => {
      chosen = placement;
      dialog.close();
    };
    const said = words.drafts;
    const atCursor = blocks && placementAt(context.paper.editor, blocks);
    const list = select(sections.map((each, index) => [String(index), each.path.join(" › ")]), "0");
    const dialog = openDialog(
      said.placeTitle,
      [
        candidates.length > 0 && h("h3", {}, said.candidates),
        h("ul", { class: "candidates" }, candidates.map((each) => h("li", {}, h("button", { class: "quiet", onclick: choose(each) }, placeWords(each))))),
        sections.length > 0 && [
          field(said.section, list),
          h("button", { onclick: () => choose(endOf(sections[Number(list.value)]))() }, said.putHere),
        ],
        h(
          "div",
          { class: "row end" },
          atCursor && h("button", { onclick: choose(atCursor) }, said.atCursor),
          h("button", { onclick: choose({ operation: "append_to_document", position: "end" }) }, said.atEnd),
        ),
      ],
      { onClose: () => answer(chosen) },
    );
  });
}

function* paths(nodes, above = []) {
  for (const node of nodes) {
    if (node.level === 0) continue;
    const path = [...above, node.title];
    yield { path, block: node.block };
    yield* paths(node.children, path);
  }
}

function endOf({ path }) {
  return { operation: "append_to_section", section: path, position: "end" };
}

/** Before the block that begins behind the cursor, or after the one it is in. */
function placementAt(editor, blocks) {
  const at = [...editor.text().slice(0, editor.cursor())].length; // code points, as the server counts
  const index = blocks.findLastIndex((block) => block.start <= at);
  if (index < 0) return null;
  return { operation: "insert_after", anchor: { block: index, excerpt: blocks[index].excerpt ?? "" }, position: "block" };
}
