// What happens to this paper elsewhere: in another tab, by an agent, in a run that ends.
import { follow } from "./event_stream.js";
import { complain } from "./notices.js";

/**
 * Follow the session's events while the page is in sight. Gives what ends it.
 * A hidden tab gives its connection back, since a browser has but six of them for a server, and looks anew later.
 */
export function followSession(context) {
  let abort = null;
  const heard = {
    draft: single(() => Promise.all([context.drafts.refresh(), context.talk.refresh()])),
    revision: single(() => context.paper.refresh()),
    run: single(() => context.talk.takeUp()),
    citations: single(() => context.talk.refresh()),
    reference: async () => context.tell("references"),
  };

  function begin() {
    abort = new AbortController();
    follow(`/api/sessions/${context.id}/events`, {
      signal: abort.signal,
      // The stream tells what happens from now on: look for what has happened since the page was read.
      onBreak: (down) => down || lookAnew(),
      hear({ event }) {
        heard[event]?.().catch(complain);
        return false;
      },
    }).catch(complain);
  }

  function lookAnew() {
    for (const name of ["revision", "draft", "run"]) heard[name]().catch(complain);
  }

  const look = () => {
    abort?.abort();
    if (!document.hidden) begin();
  };
  document.addEventListener("visibilitychange", look);
  begin();
  return () => {
    document.removeEventListener("visibilitychange", look);
    abort.abort();
  };
}

/** The same work, never twice at once: what is asked for while it goes on is done once more after it. */
function single(work) {
  let going = null;
  let again = false;
  return async function run() {
    if (going) {
      again = true;
      return going;
    }
    going = work().finally(() => {
      going = null;
    });
    await going;
    if (again) {
      again = false;
      await run();
    }
  };
}
