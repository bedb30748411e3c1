// The account: show who is signed in, change the password, delete the account.
import { forgetLocalPassword, localPassword } from "./account.js";
import { get, leave, post, remove } from "./api.js";
import { askText, openDialog } from "./dialog.js";
import { field, h } from "./dom.js";
import { guarded, notice } from "./notices.js";
import { words } from "./words.js";

export function accountButton() {
  return h("button", { class: "quiet", onclick: guarded(showAccount) }, words.account.title);
}

export async function showAccount() {
  const user = await get("/api/auth/me");
  const said = words.account;
  const dialog = openDialog(
    said.title,
    [
      h("p", {}, said.signedInAs(user.email)),
      localPassword() && localNote(),
      passwordForm(),
      h(
        "div",
        { class: "row apart" },
        h("button", { onclick: guarded(() => signOut(dialog)) }, said.signOut),
        h("a", { class: "button", href: "docs" }, words.welcome.api),
        h("span", { class: "grow" }),
        h("button", { class: "danger", onclick: guarded(() => removeAccount(dialog)) }, said.leave),
      ),
    ],
    { kind: "drawer" },
  );
}

function localNote() {
  return h("details", {}, h("summary", {}, words.account.show), h("p", { class: "small" }, words.account.local), h("code", {}, localPassword()));
}

function passwordForm() {
  const present = h("input", { type: "password", autocomplete: "current-password", required: true, value: localPassword() ?? "" });
  const next = h("input", { type: "password", autocomplete: "new-password", minlength: 10, required: true });
  const change = async (event) => {
    event.preventDefault();
    await post("/api/auth/password", { password: present.value, new_password: next.value });
    forgetLocalPassword();
    form.reset();
    notice(words.account.changed);
  };
  const form = h(
    "form",
    { onsubmit: guarded(change) },
    h("h3", {}, words.account.change),
    field(words.account.now, present),
    field(words.account.next, next, words.welcome.passwordHint),
    h("button", {}, words.account.change),
  );
  return form;
}

async function signOut(dialog) {
  await leave();
  dialog.close();
  location.hash = "#/";
  location.reload();
}

async function removeAccount(dialog) {
  const { leaveTitle, leaveText, leaveButton } = words.account;
  const password = await askText(leaveTitle, { label: leaveText, button: leaveButton, value: localPassword() ?? "" });
  if (!password) return;
  await remove("/api/auth/me", { password });
  forgetLocalPassword();
  await signOut(dialog);
}
