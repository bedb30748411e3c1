"""Run a deep research in rounds (plan, search, review), until enough is known or a budget is spent.

This module calls models and services; pure functions on a `State` (plan, rounds, review) decide what to do next. When
the time is over, the work is stopped even if a model has not answered. After any failure, the answer is written from
what was found so far. An error is raised only if the caller stops everything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from backend.errors import Cancelled, ProviderError
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Event
from backend.kernel.exchange import ChatRequest
from backend.kernel.search_requests import Failure, Judge
from backend.kernel.works import Source
from backend.ports import ResearchPorts
from backend.research import model_json, queries
from backend.research.deep import aspects, plan, review, rounds
from backend.research.deep.plan import PlannedQuery, SearchPlan
from backend.research.deep.review import Review
from backend.research.deep.rounds import Course, Searched, Spent, State
from backend.research.fusion import Fused, K, keys
from backend.research.inquiry import Depth, Found, Inquiry, Step, total
from backend.research.model_json import Unreadable
from backend.research.rerank import text_of
from backend.research.source_search import NO_SERVICE, Lookup, LookupRequest, Work

#: Minimum number of works that a round may add, even at low effort.
LEAST = 20

_T = TypeVar("_T")


@dataclass(slots=True)
class _Task:
    """A deep research in progress. A call that gets `halt` or `stop_request` ends when that token is cancelled. If the
    caller stops the search, both are cancelled; when the time is over, only `stop_request`. `began` is the start, as a
    value of `time.monotonic`.
    """

    inquiry: Inquiry
    depth: Depth
    work: Work
    today: date
    halt: Cancellation | None
    stop_request: Cancellation
    began: float
    planner: Judge = "rules"
    reviewer: Judge = "rules"

    @property
    def spent(self) -> Spent:
        used = total(*self.work.spent)
        counted = [each for each in (used.prompt_tokens, used.completion_tokens) if each is not None]
        return Spent(time.monotonic() - self.began, sum(counted) if counted else None, used.cost)


class DeepResearch:
    """Runs deep research with the services, models and limits of `parts`. Several threads may use it at the same
    time.
    """

    def __init__(self, parts: ResearchPorts, lookup: Lookup) -> None:
        self._parts, self._lookup, self._limits = parts, lookup, parts.limits

    def gather(self, inquiry: Inquiry, depth: Depth, work: Work, today: date) -> tuple[Found, Course]:
        """Return all sources that the rounds find, best first, and how the research went. The only error that it raises
        is Cancelled, if the caller stops everything.
        """
        began, halt = time.monotonic(), work.halt or cancellation.current()
        stop_request = Cancellation(within=halt, seconds=self._limits.seconds)
        inner = replace(work, halt=stop_request)  # with the same lists of steps, failures and usage
        task = _Task(inquiry, depth, inner, today, halt, stop_request, began)
        state = self._rounds(task)
        work.shown_location |= inner.shown_location
        ranked = self._best(state, task)
        course = Course(replace(state, sources=ranked), task.spent, self._limits, task.planner, task.reviewer)
        ended = {"ended": state.ended, "rounds": state.round, "confidence": state.confidence}
        work.steps.append(Step("end", course.ending, 0, ended))
        work.emit(Event("phase", {"phase": "end", "text": course.ending, **ended}))
        return Found(ranked, len(ranked), tuple(work.failures), state.executed), course

    def _rounds(self, task: _Task) -> State:
        question = queries.question_of(task.inquiry.turns)
        if not self._parts.services.names:
            task.work.failures.append(NO_SERVICE)
            return rounds.end(State(question), "unsearchable", "because no search service is configured")
        state = rounds.opened(question, self._plan(task))
        while not state.ended:
            state, now, skipped = rounds.due(self._checked(state, task), self._limits)
            self._tell_skipped(skipped, state, task)
            if not now:
                break
            state = self._search(state, now, task)
            task.work.send_sources(state.sources)
            state = self._reviewed(self._checked(state, task), task)
        return state

    def _checked(self, state: State, task: _Task) -> State:
        """Mark the research as ended if the caller stops the search, or if the time, tokens or money are spent;
        otherwise return the state unchanged.
        """
        cancellation.check()
        state = rounds.overspent(state, self._limits, task.spent)
        stopped = task.halt is not None and task.halt.wanted
        return rounds.end(state, "stopped", "because it was stopped") if stopped else state

    # --- planning -------------------------------------------------------------------------------

    def _plan(self, task: _Task) -> SearchPlan:
        inquiry, location = task.inquiry, task.inquiry.reader.location
        with task.work.step("plan") as told:
            made = plan.by_rules(inquiry.turns, location)
            if self._parts.system is None:
                task.work.shown_location |= bool(location) and any(location in each.query for each in made.queries)
            else:
                asked = plan.request(inquiry.turns, location, task.today, inquiry.system_model)
                task.work.shown_location |= bool(location)
                written, problem = self._ask(asked, plan.read, task)
                task.planner = "model" if written is not None else "default"
                if written is None:
                    task.work.failures.append(Failure("plan", problem))
                    made = replace(
                        made, thought=f"The planning model {problem}, so rules made the plan. {made.thought}"
                    )
                else:
                    made = written
            wanted = [each.query for each in made.queries]
            told |= {"words": "; ".join(wanted), "queries": wanted, "by": task.planner}
            text = made.thought or f"To be looked up: {'; '.join(wanted)}"
            shown = {"text": text, "queries": _shown(made.queries), "gaps": list(made.gaps)}
            task.work.emit(Event("plan_thought", {**shown, "confidence": made.confidence}))
        return made

    # --- searching ------------------------------------------------------------------------------

    def _search(self, state: State, now: tuple[PlannedQuery, ...], task: _Task) -> State:
        """Do one round: search for the queries `now` at the same time, then read the best pages that are new. Returns
        the new state.
        """
        work, asked = task.work, [each.query for each in now]
        work.mark = f"round-{state.round}-"
        known = {key for source in state.sources for key in keys(source)}
        with work.step("search") as told:
            for each in now:
                why = f": {each.purpose}" if each.purpose else ""
                facts = {"query": each.query, "purpose": each.purpose, "expected": each.expected}
                self._tell_action(state, task, f"Searching for “{each.query}”{why}", **facts)
            filters, only = task.inquiry.service_filters, task.inquiry.only
            seconds = max(0.0, min(task.depth.search_seconds, self._limits.seconds - task.spent.seconds))
            limits = LookupRequest(filters, only, max(LEAST, task.depth.sources), K, seconds, task.inquiry.numbered)
            found = self._lookup.search(asked, state.question, work, limits)
            sources = tuple(
                each for each in found.sources if not aspects.has_only_added_words(state.question, asked, text_of(each))
            )
            new = sum(known.isdisjoint(keys(each)) for each in sources)
            words = f"{len(found.answered)} of {len(asked)} queries answered, {new} new sources"
            told |= {"words": words, "round": state.round, "queries": asked, "results": found.total, "new": new}
        sources = self._read(sources, known, state, task)
        made = rounds.executed(state, Searched(asked, found.answered, sources), self._limits)
        numbers = {"succeeded": made.succeeded, "failed": made.failed, "sources": len(made.sources)}
        self._tell_action(made, task, f"{words}, {len(made.sources)} in all", **numbers)
        return made

    def _read(self, found: tuple[Source, ...], known: set[str], state: State, task: _Task) -> tuple[Source, ...]:
        """Return the sources that a search has `found`, with the texts of the best pages among them. Sources whose keys
        are in `known` were found by earlier searches, and their pages are not read.
        """
        new = tuple(each for each in found if known.isdisjoint(keys(each)))
        if not task.depth.pages or not new or task.stop_request.wanted:
            return found
        left = max(0.0, self._limits.seconds - task.spent.seconds)
        depth = replace(task.depth, read_seconds=min(task.depth.read_seconds, left))
        with task.work.step("read") as told:
            read, count = self._lookup.read(new, state.question, depth, task.work)
            told |= {"words": f"{count} pages read", "pages": count, "round": state.round}
        by_place = dict(zip(map(id, new), read, strict=True))
        return tuple(by_place.get(id(each), each) for each in found)

    def _best(self, state: State, task: _Task) -> tuple[Source, ...]:
        """Return all sources found until now, best first."""
        fused = [Fused(each, ()) for each in state.sources]
        return tuple(each.source for each in self._lookup.ranked(state.question, fused, task.work))

    # --- reviewing ------------------------------------------------------------------------------

    def _reviewed(self, state: State, task: _Task) -> State:
        """Return the state after a review of the round. If the search has ended, no round would follow, so the default
        review is used and no model is called.
        """
        with task.work.step("review") as told:
            made = self._review(state, task)
            after = review.next_step(self._checked(state, task), made, self._limits)
            shown = {"text": made.critique, "confidence": after.confidence, "round": state.round}
            shown["next_action"] = "finalize" if after.ended else made.next_action
            task.work.emit(Event("review", {**shown, "queries": _shown(made.queries), "gaps": list(made.gaps)}))
            told |= {"words": made.critique, **{name: shown[name] for name in ("confidence", "next_action", "round")}}
            told["by"] = task.reviewer
        return after

    def _review(self, state: State, task: _Task) -> Review:
        if state.ended:
            return review.by_default(state, self._limits, "The search has ended")
        if self._parts.system is None:
            return review.by_rules(state, self._limits)
        asked = review.request(state, self._limits, task.inquiry.system_model)
        made, problem = self._ask(asked, review.read, task)
        task.reviewer = "model" if made is not None else "default"
        if made is not None:
            return made
        task.work.failures.append(Failure("review", problem))
        return review.by_default(state, self._limits, f"The reviewing model {problem}")

    # --- both -----------------------------------------------------------------------------------

    def _ask(self, request: ChatRequest, read: Callable[[str], _T], task: _Task) -> tuple[_T | None, str]:
        """Call the system model, and call it once more if `read` cannot parse its answer. Returns the parsed answer and
        "", or None and the reason why there is none.
        """
        assert self._parts.system is not None
        problem = ""
        for _ in range(2):
            try:
                with cancellation.obeying(task.stop_request):
                    reply = self._parts.system.complete(request, task.work.emit)
            except ProviderError as error:
                return None, f"failed ({error.title})"
            except Cancelled:
                cancellation.check()  # raises if everything must stop, not only the search
                return None, "had not answered when the search was stopped"
            task.work.record_reply(reply, "system")
            try:
                return read(reply.text), ""
            except Unreadable as error:
                problem = str(error)
                request = model_json.again(request, reply.text, problem)
        return None, f"twice gave an answer that could not be parsed ({problem.rstrip('.')})"

    def _tell_skipped(self, skipped: Sequence[tuple[str, str]], state: State, task: _Task) -> None:
        for query, same in skipped:
            self._tell_action(state, task, f"Skipped “{query}”: nearly the same as “{same}”", query=query, skipped=True)

    def _tell_action(self, state: State, task: _Task, words: str, **more: object) -> None:
        task.work.emit(Event("exec_action", {"text": words, "round": state.round, **more}))


def _shown(planned: Sequence[PlannedQuery]) -> list[dict[str, str]]:
    return [{"query": each.query, "purpose": each.purpose, "expected": each.expected} for each in planned]
