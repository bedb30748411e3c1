// A place for a draft by hand: a click in the paper, or the draft dropped onto it.
import { get } from "./api.js";
import { showPlaceLine } from "./place_marks.js";
import { placesOf } from "./places.js";
import { words } from "./words.js";

/** What is dragged: a draft of this page, and nothing that another window could bring. */
const KIND = "application/x-coscribe-draft";

/** The places of the paper as it is saved. */
export async function readPlaces(context) {
  await context.paper.save();
  const structure = await get(`/api/sessions/${context.id}/document/structure`);
  return placesOf(structure, context.paper.editor.text());
}

/** Hear a pointer over the paper: `look` where it is, `take` where it clicks. Gives what ends that. */
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

/** Mark something as what is dragged for a draft. */
export function makeGrip(element) {
  element.draggable = true;
  element.dataset.grip = "";
  element.title ||= words.placing.grip;
  return element;
}

/** Let the draft under review be dropped onto a place of the paper: `take` gets the placement. Gives what ends that. */
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
