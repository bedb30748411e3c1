"""The way in and out: one click, the forms, and a token that no script can read."""

from __future__ import annotations

from flask import Flask

from tests.page.writer import Writer

EMAIL, PASSWORD = "ada@example.org", "a quiet long phrase"


def fill(writer: Writer, **fields: str) -> None:
    for kind, text in fields.items():
        writer.tab.focus(f"input[type={kind}]")
        writer.tab.type(text)
    writer.tab.press("Enter")


def test_a_reload_and_a_second_tab_stay_signed_in_and_scripts_see_no_token(writer: Writer) -> None:
    writer.start()
    writer.tab.reload()
    writer.tab.see("Your papers")
    second = writer.tab.again()
    second.goto(f"{writer.server}/")
    second.see("Your papers")
    second.close()
    stores = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])"
    assert "eyJ" not in writer.tab.js(stores), "no token lies where a script could take it"


def test_signing_out_and_one_click_again_lead_to_the_same_papers(writer: Writer) -> None:
    writer.begin("# Mine\n")
    writer.tab.click("Menu")
    writer.tab.click("Account")
    writer.tab.click("Sign out")
    writer.tab.click("Start writing")
    writer.tab.see("Untitled paper")


def test_people_register_sign_in_and_are_told_what_is_wrong(writer: Writer, app: Flask) -> None:
    made = app.test_client().post("/api/auth/register", json={"email": "first@example.org", "password": PASSWORD})
    assert made.status_code == 201
    tab = writer.tab
    tab.goto(f"{writer.server}/")
    tab.see("Create an account")
    fill(writer, email=EMAIL, password=PASSWORD)
    tab.see("Your papers")
    tab.click("Account")
    tab.click("Sign out")
    tab.click("I have an account")
    tab.wait("document.querySelector('h2')?.textContent === 'Sign in'")
    fill(writer, email=EMAIL, password="not the one at all")
    tab.see("The e-mail address or the password is wrong. Check both, and sign in again.")
    tab.js("document.querySelector('input[type=password]').value = ''")
    tab.js("document.querySelector('input[type=email]').value = ''")
    fill(writer, email=EMAIL, password=PASSWORD)
    tab.see("Your papers")
