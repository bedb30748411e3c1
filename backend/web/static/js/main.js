// Start the page: show the forms to sign in, the list of papers (`#/`), or one paper (`#/paper/ID`).
import { showAccountForms } from "./account.js";
import { resume, whenSignedOut } from "./api.js";
import { h, put } from "./dom.js";
import { complain, notice } from "./notices.js";
import { showPapers } from "./papers.js";
import { words } from "./words.js";
import { openPaper } from "./workspace.js";

const app = document.getElementById("app");
let leaveView = () => {};

async function show() {
  leaveView();
  leaveView = () => {};
  const [, id] = location.hash.match(/^#\/paper\/([\w-]+)$/) ?? [];
  put(app, h("p", { class: "loading" }, words.loading));
  try {
    leaveView = (await (id ? openPaper(app, id) : showPapers(app))) ?? leaveView;
  } catch (error) {
    if (id && error.status === 404) location.hash = "#/";
    else showFailure(error);
  }
}

function showFailure(error) {
  complain(error);
  put(app, h("main", { class: "alone" }, h("p", {}, error.message), h("button", { onclick: start }, words.retry)));
}

function showWayIn() {
  leaveView();
  leaveView = () => {};
  showAccountForms(app, show);
}

async function start() {
  try {
    if (await resume()) await show();
    else showWayIn();
  } catch (error) {
    showFailure(error);
  }
}

whenSignedOut(() => {
  notice(words.errors.signedOut);
  showWayIn();
});
addEventListener("hashchange", show);
start();
