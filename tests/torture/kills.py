"""At which points the server is killed, and how one kill goes."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.torture.case import Case
from tests.torture.rig import Client, Provider, Served, Started, await_any
from tests.waiting import until

#: Seconds within which a point has to be reached.
REACH = 20.0
#: Steps of the provider's at which it can call out.
PROVIDER_STEPS = ("asked", "token", "last", "answered")


@dataclass(frozen=True, slots=True)
class Kill:
    """`where` is a point of the server's, a step of the provider's, `heard` (the client has its end) or `sometime`.

    `then`: a second kill, while the server starts again. `whom`: the whole server, the one process, or the worker
    beside it.
    """

    kind: str
    where: str
    streamed: bool = False
    then: str = ""
    whom: str = "all"

    def __str__(self) -> str:
        more = f" then {self.then}" if self.then else "" if self.whom == "all" else f" of {self.whom}"
        return f"{self.kind}{' streamed' if self.streamed else ''} {self.where}{more}"


_BEGINNING = "message.store- message.store+ runs.begin- runs.begin+"
_WORK = "perform- retrieve- mark_asked- mark_asked+ progress.store- progress.store+ ask+ parse- commit- drafts.hold+"
_END, _DONE, _KEY = "runs.end- runs.end+", "commit+", "key.finish- key.finish+"
_PROVIDER = "asked token last answered sometime heard"
STREAMED = (
    f"{_BEGINNING} message.begin+ runs.hold+ submit- submit+ {_WORK} keep_text- keep_text+ {_END} commit+ perform+"
)
PLAIN = f"{_BEGINNING} message.begin+ retrieve- progress.store+ ask+ commit- {_END} {_DONE} {_KEY}"
REWRITE = "rewrite.begin+ submit- retrieve- mark_asked+ commit- drafts.reject+ drafts.hold+ runs.end+ commit+"
APPROVE = f"runs.begin+ approve.choose- approve.choose+ approve.commit- revisions.add- revisions.add+ {_END}"
PUBLISH = "publish- replace- replace+ publish+"

KILLS = (
    *(Kill("message", where, True) for where in f"{STREAMED} {_PROVIDER}".split()),
    *(Kill("message", where) for where in f"{PLAIN} {_PROVIDER}".split()),
    *(Kill("rewrite", where, True) for where in f"{REWRITE} {_PROVIDER}".split()),
    *(Kill("approve", where) for where in f"{APPROVE} approve.commit+ {PUBLISH} {_KEY} sometime".split()),
    *(Kill("reject", where) for where in "drafts.reject- drafts.reject+ runs.end+ key.finish- key.finish+".split()),
    *(Kill("edit", where) for where in f"revisions.add- revisions.add+ {PUBLISH} sometime".split()),
    *(Kill("message", "retrieve-", True, each) for each in "take_over- take_over+ perform- mark_asked+".split()),
    *(Kill("message", "asked", True, then) for then in "interrupt- interrupt+".split()),
    *(Kill("message", where, True, whom="one") for where in "retrieve- progress.store+ commit- commit+".split()),
)  # fmt: skip
#: Where the work is done by a worker beside the server: that one dies, or the server while the worker goes on.
WORKER_KILLS = (
    *(
        Kill("message", where, True, whom="worker")
        for where in f"claim+ {_WORK} keep_text- keep_text+ {_END} {_DONE} asked token last answered claim-".split()
    ),
    *(Kill("rewrite", where, True, whom="worker") for where in "retrieve- drafts.reject+ commit+ token".split()),
    *(Kill("message", where, True) for where in "message.begin+ token answered sometime heard queue- queue+".split()),
)
#: Of two machines: workers die as above, and servers at what they do themselves. A store's copy replaces no file.
ON_MACHINES = (
    *WORKER_KILLS,
    *(each for each in KILLS if not each.streamed and each.whom == "all" and not each.where.startswith("replace")),
)
#: Those that a test has time for: one of each sort.
FEW = tuple(
    Kill(*each)
    for each in (
        ("message", "retrieve-", True),
        ("message", "commit+", True, "take_over+"),
        ("message", "key.finish-"),
        ("rewrite", "drafts.hold+", True),
        ("approve", "publish-"),
    )
)


@dataclass(frozen=True, slots=True)
class Machines:
    """Servers that share all that is stored, the worker beside each, and a reader of published documents."""

    served: tuple[Served, ...]
    workers: tuple[Started, ...]
    published: Callable[[str], bytes]

    @property
    def all(self) -> tuple[Started, ...]:
        return (*self.served, *self.workers)


class Torture:
    """One server or several and their provider, for any number of kills, one after another."""

    def __init__(self, machines: Machines, provider: Provider, seed: int = 0) -> None:
        self._machines, self._provider = machines, provider
        self._draw = random.Random(seed)
        self._client = Client(*(each.url for each in machines.served))
        self._cases: list[Case] = []
        self.fates: Counter[str] = Counter()

    def begin(self) -> None:
        for each in self._machines.served:
            each.start()
        for each in self._machines.workers:
            each.spawn()
        self._client.sign_in()

    def again(self) -> None:
        """After a fault, which leaves things as they are: go on with the next kill."""
        self._cases.clear()
        for each in self._machines.all:
            each.kill()
            each.order.unlink(missing_ok=True)
        self.begin()

    def one(self, kill: Kill) -> None:
        """Kill once, and hold the server to all that it had acknowledged, here and in a session beside it."""
        self._client.renew()
        number = self._draw.randrange(len(self._machines.served))
        case, beside = self._case(), self._case()
        case.asked = self._client.at(number)
        beside.asked = self._client.at(self._draw.randrange(len(self._machines.served)))
        beside.aim("message", True)
        self._provider.pauses[beside.mark] = 0.05
        if kill.kind in ("approve", "reject", "rewrite"):
            case.prepare()
        at_work = [threading.Thread(target=beside.act)]
        at_work[0].start()
        time.sleep(self._draw.uniform(0, 0.6))
        served = self._machines.served[number]
        victims = self._machines.workers if kill.whom == "worker" else (served,)
        reached = self._strike(kill, case, at_work, victims)
        for each in self._machines.workers:
            if each.has_died:
                each.spawn()
        for thread in at_work:
            thread.join()
        self._provider.pauses.clear()
        if kill.whom == "all":
            if kill.then:
                served.arm(kill.then)
            served.start()
            served.await_order(0)
        fate = case.check(self._draw, kill.whom == "all")
        other = beside.check(self._draw, kill.whom == "all")
        self.fates[f"{kill.kind}: {fate if reached else 'missed'}"] += 1
        self.fates[f"beside: {other}"] += 1

    def _strike(self, kill: Kill, case: Case, at_work: list[threading.Thread], victims: Sequence[Started]) -> bool:
        """Let the work begin, and the server die. Whether it died where it was to. Of several workers any may come by
        the point: those that haven't when the first has are spared.
        """
        mark, dead = case.aim(kill.kind, kill.streamed), threading.Event()

        def die() -> None:
            for each in victims:
                each.kill()
            dead.set()

        if kill.where in PROVIDER_STEPS:
            self._provider.calling_out[mark] = (kill.where, die)
        elif kill.where not in ("sometime", "heard"):
            for each in victims:
                each.arm(kill.where, "one" if kill.whom == "one" else "all")
        acting = threading.Thread(target=case.act)
        acting.start()
        at_work.append(acting)
        reached = self._await(kill, victims, acting, dead)
        if kill.where in PROVIDER_STEPS and not reached and not self._provider.withdraw(mark):
            reached = dead.wait(REACH)  # it is killed at this moment, and whoever starts it again must not come first
        if kill.whom == "all":
            victims[0].kill()
        elif kill.whom == "worker" and reached:
            until(lambda: any(each.has_died for each in victims) or None)
        return reached

    def _await(self, kill: Kill, victims: Sequence[Started], acting: threading.Thread, dead: threading.Event) -> bool:
        if kill.where == "sometime":
            dead.wait(self._draw.uniform(0, 0.3))
            return True
        if kill.where == "heard":
            acting.join(REACH)
            return True
        if kill.where in PROVIDER_STEPS:
            return dead.wait(REACH)
        return await_any(victims, REACH)

    def _case(self) -> Case:
        made = Case(self._client, self._provider, self._machines.published)
        self._cases.append(made)
        return made

    def end(self) -> None:
        """After the last kill: everything that any session was ever told."""
        self._client.renew()
        for case in self._cases:
            case.recheck()
            self.fates["acknowledged and found again"] += len(case.messages) + len(case.revisions)
