// Read server-sent events with fetch, because EventSource cannot send a token.
import { send } from "./api.js";

/** Milliseconds between two attempts to continue a stream: at first, and at most. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;

/** Yield the events in an answer's body, each as `{ id, event, data }`. */
export async function* eventsOf(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      unread += value;
      const blocks = unread.split("\n\n");
      unread = blocks.pop();
      for (const block of blocks) {
        const event = parsed(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parsed(block) {
  const found = { id: "", event: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, name, value] = line.match(/^(id|event|data):\s?(.*)$/) ?? [];
    if (name === "data") found.data += (found.data && "\n") + value;
    else if (name) found[name] = value;
  }
  return found.data ? { ...found, data: JSON.parse(found.data) } : null;
}

/**
 * Follow a stream, with new connections if one is lost, until `hear` returns true or `signal` is aborted.
 * `first` is an answer that streams already, if any. `onBreak` is called if the connection is lost (true) or restored.
 */
export async function follow(path, { first = null, hear, onBreak = () => {}, signal }) {
  let last = "";
  let answer = first;
  let wait = FIRST_WAIT;
  while (!signal?.aborted) {
    try {
      answer ??= await send("GET", path, {
        headers: { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) },
        signal,
      });
      onBreak(false);
      for await (const event of eventsOf(answer)) {
        wait = FIRST_WAIT;
        if (event.id) last = event.id;
        if (hear(event)) return;
      }
    } catch (error) {
      if (signal?.aborted || error.name === "AbortError") return;
      if (error.status >= 400 && error.status < 500 && error.status !== 429) throw error;
    }
    answer = null;
    onBreak(true);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

function pause(milliseconds, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });
}
