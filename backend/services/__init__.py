"""One function per use case; the only place where rooms meet. Every function runs inside an app context."""
