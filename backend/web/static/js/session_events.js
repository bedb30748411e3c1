// Report changes of this paper that were made elsewhere: in another tab, by an agent, or by a run that has ended.
import { follow } from "./event_stream.js";
import { complain } from "./notices.js";

/**
 * Follow the session's events while the page is visible. Return a function that ends this.
 * A hidden tab closes its connection, because a browser allows only six for a server, and connects again later.
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
      // The stream reports only later changes, so load those that happened after the page was read.
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

/** Return a function that does `work` once at a time. Calls during the work repeat it once, after it has ended. */
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
