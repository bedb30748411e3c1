// What happens to this paper elsewhere: in another tab, by an agent, in a run that ends.
import { follow } from "./event_stream.js";
import { complain } from "./notices.js";

/** Follow the session's events. Gives what ends it. A server that has none is left alone. */
export function followSession(context) {
  const abort = new AbortController();
  const heard = {
    draft: () => context.drafts.refresh(),
    revision: () => context.paper.refresh(),
    run: () => context.talk.takeUp(),
    citations: () => context.talk.refresh(),
    reference: () => context.tell("references"),
  };
  follow(`/api/sessions/${context.id}/events`, {
    signal: abort.signal,
    hear({ event }) {
      heard[event]?.()?.catch?.(complain);
      return false;
    },
  }).catch((error) => {
    if (error.status !== 404) complain(error);
  });
  return () => abort.abort();
}
