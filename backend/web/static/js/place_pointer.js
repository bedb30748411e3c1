// Choose the place of a draft with the mouse: click in the paper, or drop the draft onto it.
import { get } from "./api.js";
import { showPlaceLine } from "./place_marks.js";
import { placesOf } from "./places.js";
import { words } from "./words.js";

/** The media type of a dragged draft, which tells it from anything that is dragged from another window. */
const KIND = "application/x-coscribe-draft";

/** Return the places for a draft in the saved text of the paper. */
export async function readPlaces(context) {
  await context.paper.save();
  const structure = await get(`/api/sessions/${context.id}/document/structure`);
  return placesOf(structure, context.paper.editor.text());
}

/** Call `look` with the place under the pointer and `take` with a clicked place. Return a function that ends this. */
export function pointAt(context, places, { look, take }) {
  const { view } = context.paper.editor;
  const gapAt = gapFinder(view, places);
  const move = (event) => {
    const gap = gapAt(event);
    if (gap) look(gap);
  };
  const down = (event) => {
    const gap = event.button === 0 && gapAt(event);
    if (!gap) return;
    event.preventDefault();
    event.stopPropagation();
    take(gap);
  };
  view.contentDOM.addEventListener("pointermove", move);
  view.contentDOM.addEventListener("mousedown", down, true);
  return () => {
    view.contentDOM.removeEventListener("pointermove", move);
    view.contentDOM.removeEventListener("mousedown", down, true);
  };
}

function gapFinder(view, places) {
  return ({ clientX: x, clientY: y }) => {
    const position = view.posAtCoords({ x, y }, false);
    return position === null ? null : places.gaps[places.nearest(position)];
  };
}

/** Make an element draggable, as the handle of a draft. */
export function makeGrip(element) {
  element.draggable = true;
  element.dataset.grip = "";
  element.title ||= words.placing.grip;
  return element;
}

/** Let the user drop the reviewed draft onto the paper: `take` gets the placement. Return a function that ends this. */
export function takeDrops(context, take) {
  const { view } = context.paper.editor;
  const pane = context.places.paperPane;
  let gapAt = null;
  const within = (event) => gapAt && view.dom.contains(event.target) && event.dataTransfer.types.includes(KIND);
  const listeners = {
    dragstart: async (event) => {
      if (!event.target.closest?.("[data-grip]")) return;
      event.dataTransfer.setData(KIND, "");
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setDragImage(event.target.parentElement, 8, 8);
      event.stopPropagation();
      const places = await readPlaces(context);
      gapAt = gapFinder(view, places);
    },
    dragover: (event) => {
      if (!within(event)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = "move";
      const gap = gapAt(event);
      if (gap) showPlaceLine(view, gap.at);
    },
    drop: (event) => {
      if (!within(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const gap = gapAt(event);
      if (gap) take(gap.placement);
    },
    dragend: () => {
      gapAt = null;
      showPlaceLine(view, null);
    },
  };
  for (const [name, listener] of Object.entries(listeners)) pane.addEventListener(name, listener, true);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) pane.removeEventListener(name, listener, true);
  };
}
