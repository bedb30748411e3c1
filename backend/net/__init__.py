"""The one way out: models, search services and pages are all reached through here."""
