"""The WSGI entry: `gunicorn app:app` or `flask --app app run`."""

from backend.bootstrap import create_app

app = create_app()
