"""An answer with every field, its JSON, and the fields of a reply to compare with it."""

from __future__ import annotations

import json

from backend.drafting.reply_parser import Reply

WHOLE = {
    "message": 'I\'ve drafted it.\n\nShall I "go on"?',
    "document_content": '### Rank\n\nWith $\\nu \\ll 1$ and $\\frac{a}{b}$.\n\n```python\nprint("a\\n")\n```\n\n'
    "| a | b |\n|---|---|",
    "document_structure": [
        {"id": "p1", "type": "paragraph", "content": "x", "parent_id": None, "metadata": {"order": 1}}
    ],
    "sources": ["https://doi.org/10.1038/x", "Doe, J. (2020). On rank."],
    "new_types": [{"type_name": "lemma", "description": "A lemma", "metadata_schema": {"number": "string"}}],
}
BODY = json.dumps(WHOLE)
PRETTY = json.dumps(WHOLE, indent=2, ensure_ascii=False)


def fields(reply: Reply) -> dict:
    return {
        "message": reply.message,
        "document_content": reply.document_content,
        "document_structure": list(reply.document_structure),
        "sources": list(reply.sources),
        "new_types": list(reply.new_types),
    }
