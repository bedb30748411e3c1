import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.storage.fair_lock import FairLock


def wait_for(turn: FairLock, number: int) -> None:
    """Until so many threads wait."""
    while len(turn._waiting) < number:
        threading.Event().wait(0.001)


def test_it_is_had_in_the_order_of_asking() -> None:
    turn, order = FairLock(), []
    assert turn.acquire(0)

    def take(number: int) -> None:
        assert turn.acquire(60)
        order.append(number)
        turn.release()

    threads = []
    for number in range(20):
        threads.append(threading.Thread(target=take, args=(number,)))
        threads[-1].start()
        wait_for(turn, number + 1)
    turn.release()
    for each in threads:
        each.join()
    assert order == list(range(20))
    assert turn.acquire(0), "and it is free again"


def test_who_gives_up_is_passed_over() -> None:
    turn = FairLock()
    assert turn.acquire(0)
    assert not turn.acquire(0.01)
    with ThreadPoolExecutor(1) as pool:
        later = pool.submit(turn.acquire, 60)
        wait_for(turn, 1)
        turn.release()
        assert later.result()
    assert not turn.acquire(0)
    turn.release()


def test_one_at_a_time_whatever_the_waiting() -> None:
    """Turns that come and patience that ends at the same moment lose none and give none twice."""
    turn, inside, had = FairLock(), [0], [0]

    def work(number: int) -> None:
        for _ in range(40):
            if turn.acquire(0.0001 * (number % 5)):
                inside[0] += 1
                assert inside[0] == 1
                had[0] += 1
                inside[0] -= 1
                turn.release()

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, range(12)))
    assert had[0] and turn.acquire(0)


def test_giving_back_what_nobody_has_is_a_mistake() -> None:
    with pytest.raises(RuntimeError):
        FairLock().release()
