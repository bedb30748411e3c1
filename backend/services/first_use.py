"""Load what the first message needs before the process accepts requests, so that the first user does not
have to wait.
"""

from __future__ import annotations

import json

from backend.document.blocks import read
from backend.document.outline import titles_of
from backend.document.revision import Revision, digest
from backend.drafting import prompt
from backend.drafting.briefing import Briefing, DocumentContext
from backend.drafting.reply_parser import ANSWER_SCHEMA, parse
from backend.kernel.events import silent
from backend.keyless.commands import Situation, read_command
from backend.keyless.fixed_sentences import in_language_of
from backend.placement import rules
from backend.ports import Ports
from backend.services.retrieval import indexing
from backend.verification.claim_support import Answer, check_support

#: A sample paper, request and answer. Together they need everything that a message and an approval use.
PAPER = (
    "# Rain on marshes\n\n## Methods\n\nWe measured 14.2 mm of rain in June [@roe2019].\n\n| month | mm |\n|---|---|\n"
    "| June | 14.2 |\n\n## Limitations\n\nThe gauge stood under a tree (Roe, 2019).\n"
)
REQUEST = "Add a paragraph on the drift of the gauge to the Limitations section."
ANSWER = json.dumps(
    {
        "message": "Here is the paragraph.",
        "document_content": "The gauge drifted by 2.4 mm a year (Roe, 2019), “as all gauges of this kind will do”.",
        "document_structure": [],
        "sources": ["Roe, A. (2019). Rain on marshes."],
        "new_types": [],
    }
)


def load(ports: Ports) -> None:
    """Run the code for a message and its approval once, with sample data, so that it is loaded. No model is asked to
    write, and nothing is stored.
    """
    document = read(PAPER)
    read_command(REQUEST, Situation(titles=titles_of(document)))
    in_language_of(REQUEST, "I left the draft as it is.")
    revision = Revision(1, "imported", ports.clock(), digest(PAPER), content=PAPER)
    found = indexing.lexical(ports, revision).rank(REQUEST, None, ports.budgets.top_k)
    context = DocumentContext(PAPER, tuple(each.chunk for each in found))
    made = prompt.build(
        Briefing("write", REQUEST, document=context), ports.writer.searches, ports.budgets, ANSWER_SCHEMA
    )
    content = parse(ANSWER).document_content
    check_support(Answer(content, (), (), (), (), lambda: (PAPER,)))
    rules.decide(document, content, (REQUEST,))
    rules.decide(read(""), content, ("Add a paragraph.",))  # no part is named, so that a usual part is looked for
    if ports.writer is ports.research.keyless:
        ports.writer.complete(made.request, silent)
    for model in (ports.writer, ports.placer, ports.system):
        connect = getattr(model, "connect", None)
        if connect is not None:
            connect()
