// Send all requests to the server, with tokens, and convert error answers to errors.
import { words } from "./words.js";

/** An error answer, with the server's own message. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || words.errors.unknown(status));
    this.status = status;
    this.body = body;
  }

  /** The message, followed by the reasons for each refused field. */
  get full() {
    const fields = Object.entries(this.body.errors ?? {}).map(([name, reasons]) => `${name}: ${reasons.join(" ")}`);
    return [this.message, ...fields].join("\n");
  }
}

/** Raised if the page itself refuses an action. */
export class Refused extends Error {
  status = -1;
}

/** Raised if the server did not answer. */
export class Unreachable extends Error {
  constructor() {
    super(words.errors.unreachable);
    this.status = 0;
  }
}

const state = { access: "", onSignedOut: () => {} };

export function whenSignedOut(listener) {
  state.onSignedOut = listener;
}

/** Return the present access token, for requests that cannot use `send`. */
export function accessToken() {
  return state.access;
}

/** The key in local storage which says that this browser has the cookie, which no script can read. */
const BEEN_HERE = "coscribe-signed-in";
/** The header which proves to the server that the page itself sends a request with the cookie. */
const OWN = { "X-Coscribe": "1" };

/** Sign in or register. The refresh token goes into a cookie that no script can read. */
export async function enter(path, body) {
  const headers = { "Content-Type": "application/json", ...OWN };
  const answer = await fetched(path, { method: "POST", headers, body: JSON.stringify({ ...body, cookie: true }) });
  const told = await answer.json();
  state.access = told.access_token;
  localStorage.setItem(BEEN_HERE, "1");
  return told.user;
}

/** Try to sign in with the cookie of the last visit. Return true if this succeeded. */
export async function resume() {
  if (!localStorage.getItem(BEEN_HERE)) return false;
  try {
    const answer = await fetched("/api/auth/refresh", { method: "POST", headers: OWN });
    state.access = (await answer.json()).access_token;
    return true;
  } catch (error) {
    if (error instanceof Unreachable || error.status >= 500 || error.status === 429) throw error;
    localStorage.removeItem(BEEN_HERE);
    return false;
  }
}

export async function leave() {
  await send("POST", "/api/auth/logout", { headers: OWN }).catch(() => {});
  state.access = "";
  localStorage.removeItem(BEEN_HERE);
}

/** Send a request with the access token, and return fetch's response. An expired token is renewed once. */
export async function send(method, path, { body, headers = {}, signal } = {}) {
  const request = () => {
    const sent = { ...headers, Authorization: `Bearer ${state.access}` };
    let content = body;
    if (body !== undefined && !(body instanceof FormData) && typeof body !== "string") {
      sent["Content-Type"] ??= "application/json";
      content = JSON.stringify(body);
    }
    return fetched(path, { method, headers: sent, body: content, signal });
  };
  try {
    return await request();
  } catch (error) {
    if (error.status !== 401 || !(await renewed())) throw error;
    return request();
  }
}

/** Send a request as `send` does, and return the JSON of its answer; null if the answer has no body. */
export async function call(method, path, options) {
  const answer = await send(method, path, options);
  return answer.status === 204 ? null : answer.json();
}

export const get = (path, options) => call("GET", path, options);
export const post = (path, body = {}, options = {}) => call("POST", path, { ...options, body });
export const patch = (path, body) => call("PATCH", path, { body });
export const remove = (path, body) => call("DELETE", path, { body });

/** Return the items of all pages of a list. */
export async function all(path) {
  const found = [];
  for (let cursor = null; ; ) {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const page = await get(`${path}${path.includes("?") ? "&" : "?"}${query}`);
    found.push(...page.items);
    cursor = page.next_cursor;
    if (!cursor) return found;
  }
}

/** Return a function that calls `ask`, and returns null for an answer that is older than one already returned. */
export function newest(ask) {
  let asked = 0;
  let answered = 0;
  return async () => {
    asked += 1;
    const turn = asked;
    const answer = await ask();
    if (turn < answered) return null;
    answered = turn;
    return answer;
  };
}

let renewing = null;

/** Renew the access token. Requests that find it expired at the same time share one renewal. */
function renewed() {
  renewing ??= resume()
    .then((done) => {
      if (!done) state.onSignedOut();
      return done;
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

async function fetched(path, options) {
  let answer;
  try {
    answer = await fetch(path, { cache: "no-store", credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable();
  }
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => ({}));
  throw new Problem(answer.status, body);
}
