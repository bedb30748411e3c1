// Describe the steps of a run in words.
import { words } from "./words.js";

/** Return the description of an event; null for an event that is not shown. */
export function stepWords({ event, data }) {
  const said = words.talk;
  switch (event) {
    case "phase":
      return said.phases[data.phase] ?? data.text ?? data.phase.replaceAll("_", " ");
    case "tool_call_started":
      return data.query ? said.searched(data.query) : data.url ? said.opened(data.url) : data.tool;
    case "tool_call_success":
      return data.count === undefined ? null : said.found(data.count);
    case "tool_call_error":
    case "subagent_error":
      return said.toolFailed(data.tool ?? data.name, data.error ?? "");
    case "sources":
      return said.sourcesFound(data.sources.length);
    case "subagent_started":
      return data.task ?? data.name;
    case "subagent_data":
      return data.event ? stepWords({ event: data.event.event ?? data.event.name, data: data.event.data ?? data.event }) : null;
    case "plan_thought":
    case "exec_action":
    case "review":
      return data.text ?? null;
    default:
      return null;
  }
}
