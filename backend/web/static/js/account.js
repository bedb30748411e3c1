// Sign in: with one click on the user's own machine, else with a form to sign in or register.
import { enter } from "./api.js";
import { field, h, put } from "./dom.js";
import { complain } from "./notices.js";
import { words } from "./words.js";

/** The e-mail address of the account that one click creates, and the key of its password in local storage. */
const LOCAL_EMAIL = "you@localhost";
const LOCAL_PASSWORD = "coscribe-local-password";

/** Return the password of the account that one click created here; null if there is none. */
export function localPassword() {
  return localStorage.getItem(LOCAL_PASSWORD);
}

export function forgetLocalPassword() {
  localStorage.removeItem(LOCAL_PASSWORD);
}

/** Show the forms to sign in and register. `onEntered` is called when the user has signed in. */
export function showAccountForms(app, onEntered) {
  const entry = localPassword() ? "local" : document.documentElement.dataset.entry;
  const place = h("div", { class: "entry" });
  put(
    app,
    h(
      "main",
      { class: "welcome" },
      h("h1", {}, words.welcome.title),
      h("ol", { class: "promises" }, words.welcome.lines.map((line) => h("li", {}, line))),
      place,
      h("p", { class: "small" }, h("a", { href: "docs" }, words.welcome.api)),
    ),
  );
  if (entry === "local") showStart(place, onEntered);
  else showForm(place, entry === "register", onEntered);
}

function showStart(place, onEntered) {
  const start = h("button", { class: "primary large" }, words.welcome.start);
  start.addEventListener("click", () => attempt(start, startLocally, onEntered));
  put(
    place,
    start,
    h("p", { class: "small" }, words.welcome.startHint),
    h("button", { class: "link", onclick: () => showForm(place, false, onEntered) }, words.welcome.signIn),
  );
  start.focus();
}

async function startLocally() {
  const kept = localPassword();
  if (kept) {
    try {
      return await enter("/api/auth/login", { email: LOCAL_EMAIL, password: kept });
    } catch (error) {
      if (error.status !== 401) throw error; // 401: the server has a new data folder, without this account
    }
  }
  const password = randomPassword();
  const user = await enter("/api/auth/register", { email: LOCAL_EMAIL, password, name: words.welcome.localName });
  localStorage.setItem(LOCAL_PASSWORD, password);
  return user;
}

function randomPassword() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes));
}

function showForm(place, registering, onEntered) {
  const said = words.welcome;
  const open = document.documentElement.dataset.entry !== "signin";
  const email = h("input", { type: "email", required: true, autocomplete: "username" });
  const password = h("input", {
    type: "password",
    required: true,
    minlength: registering ? 10 : 1,
    autocomplete: registering ? "new-password" : "current-password",
  });
  const name = h("input", { autocomplete: "name" });
  const button = h("button", { class: "primary" }, registering ? said.register : said.signIn);
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const body = { email: email.value, password: password.value };
        if (registering && name.value.trim()) body.name = name.value.trim();
        attempt(button, () => enter(`/api/auth/${registering ? "register" : "login"}`, body), onEntered);
      },
    },
    h("h2", {}, registering ? said.register : said.signIn),
    field(said.email, email),
    field(said.password, password, registering ? said.passwordHint : ""),
    registering && field(said.yourName, name),
    h("div", { class: "row" }, button, open && other(place, registering, onEntered)),
    !open && h("p", { class: "small" }, said.closed),
  );
  put(place, form);
  email.focus();
}

function other(place, registering, onEntered) {
  const label = registering ? words.welcome.haveAccount : words.welcome.needAccount;
  return h("button", { type: "button", class: "link", onclick: () => showForm(place, !registering, onEntered) }, label);
}

async function attempt(button, work, onEntered) {
  button.disabled = true;
  try {
    await work();
    await onEntered();
  } catch (error) {
    complain(error);
  } finally {
    button.disabled = false;
  }
}
