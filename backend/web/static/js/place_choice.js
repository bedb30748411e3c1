// Choose another place for a draft: with a mark beside the paper, a click or drop in it, keys, or a list.
import { field, h, newId, put, select } from "./dom.js";
import { createRail, showPlaceLine } from "./place_marks.js";
import { pointAt } from "./place_pointer.js";
import { placeWords, words } from "./words.js";

/** Ask the user for a place, and show marks in the paper. `answer` is called once, with a placement or null. */
export function createPlaceChoice(context, { places, candidates, present, answer }) {
  const said = words.placing;
  const { view } = context.paper.editor;
  const surface = view.dom.parentElement;
  let now = places.nearest(places.positionOf(present) ?? 0);
  const end = (placement) => {
    leave();
    answer(placement);
  };
  const rail = createRail(view, marksOf(places, candidates), {
    look: (mark) => showPlaceLine(view, mark.at, { scroll: true }),
    take: (mark) => end(mark.placement),
  });
  const slider = h("div", {
    class: "place-slider",
    role: "slider",
    tabindex: "0",
    "aria-label": said.slider,
    "aria-orientation": "vertical",
    "aria-valuemin": "1",
    "aria-valuemax": String(places.gaps.length),
    onkeydown: step,
  });
  const element = h(
    "section",
    { class: "placing", id: newId("placing"), "aria-label": words.drafts.placeTitle },
    h("h3", {}, words.drafts.placeTitle),
    h("p", { class: "small" }, said.how),
    places.gaps.length > 0 && slider,
    h("p", { class: "small without-touch" }, said.keys),
    candidates.length > 1 && [
      h("h4", {}, words.drafts.candidates),
      h("ul", { class: "candidates" }, candidates.map((each) => h("li", {}, h("button", { class: "quiet", onclick: () => end(each) }, placeWords(each))))),
    ],
    sectionList(),
    h(
      "div",
      { class: "row" },
      h("button", { onclick: atCursor, disabled: !places.gaps.length }, words.drafts.atCursor),
      h("button", { onclick: () => end({ operation: "append_to_document", position: "end" }) }, words.drafts.atEnd),
      h("span", { class: "grow" }),
      h("button", { onclick: () => end(null) }, words.cancel),
    ),
  );

  function sectionList() {
    if (!places.sections.length) return null;
    const list = select(places.sections.map(({ path }, index) => [String(index), path.join(" › ")]), "0");
    const take = () => end(places.sections[Number(list.value)].placement);
    return h("div", { class: "row section-choice" }, field(words.drafts.section, list), h("button", { onclick: take }, words.drafts.putHere));
  }

  function atCursor() {
    end(places.gaps[places.behind(context.paper.editor.cursor())].placement);
  }

  function show({ scroll = true } = {}) {
    const gap = places.gaps[now];
    if (!gap) return;
    slider.setAttribute("aria-valuenow", String(now + 1));
    slider.setAttribute("aria-valuetext", placeWords(gap.placement));
    put(slider, h("span", { "aria-hidden": "true" }, "↕ "), placeWords(gap.placement));
    showPlaceLine(view, gap.at, { scroll });
  }

  /** Arrow keys move from block to block, Page Up and Page Down from heading to heading. */
  function step(event) {
    const last = places.gaps.length - 1;
    const toHeading = (by) => {
      let at = now + by;
      while (at > 0 && at < last && !places.gaps[at].heading) at += by;
      return at;
    };
    const wanted = {
      ArrowUp: now - 1, ArrowLeft: now - 1, ArrowDown: now + 1, ArrowRight: now + 1,
      PageUp: toHeading(-1), PageDown: toHeading(1), Home: 0, End: last,
    }[event.key];
    if (event.key === "Enter") return end(places.gaps[now].placement);
    if (wanted === undefined) return undefined;
    event.preventDefault();
    now = Math.min(Math.max(wanted, 0), last);
    return show();
  }

  const escape = (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    end(null);
  };
  const pointing = pointAt(context, places, {
    look: (gap) => showPlaceLine(view, gap.at),
    take: (gap) => end(gap.placement),
  });

  function leave() {
    pointing();
    document.removeEventListener("keydown", escape, true);
    rail.leave();
    element.remove();
    surface.classList.remove("choosing");
    showPlaceLine(view, null);
  }

  document.addEventListener("keydown", escape, true);
  surface.classList.add("choosing");
  surface.append(rail.rail);
  return {
    element,
    leave,
    begin: () => (show(), slider.focus()),
  };
}

/** Return each place once: first those that fit, then the ends of sections, higher levels first. */
function marksOf(places, candidates) {
  const marks = candidates.map((placement, index) => ({
    at: places.positionOf(placement),
    label: `${index + 1}: ${placeWords(placement)}`,
    short: String(index + 1),
    strong: true,
    placement,
  }));
  const taken = new Set(marks.map((mark) => mark.at));
  for (const { at, placement } of places.sections.toSorted((one, other) => one.level - other.level)) {
    if (at === null || taken.has(at)) continue;
    taken.add(at);
    marks.push({ at, label: placeWords(placement), short: "", strong: false, placement });
  }
  return marks;
}
