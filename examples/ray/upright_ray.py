#!/usr/bin/env python3
"""Makes the items of a frozen plan by actors of Ray, each of which keeps an `upright worker`.

An item is a line of the plan; its `index` is its id. An actor that dies is replaced, and what it had not answered is
distributed again. What is made is in place and noted before it is answered, so that dying loses nothing.
"""

import argparse
import contextlib
import itertools
import json
import os
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import ray
from ray.actor import ActorHandle
from ray.exceptions import RayActorError


@ray.remote(max_restarts=0)
class Worker:
    """An `upright worker`, fed by as many threads as items are in flight. It dies with its process."""

    def __init__(self, upright: str, plan: str, jobs: int) -> None:
        command = [upright, "worker", "--jsonl", "--jobs", str(jobs), "--plan", plan]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers: dict[int, Future[str]] = {}
        self.lock = threading.Lock()
        self.closing = False
        threading.Thread(target=self._read, daemon=True).start()

    def make(self, index: int, line: bytes) -> str:
        """What came of an item: `ok`, or `failed` or `refused`."""
        # A process that is gone is seen by the thread that reads.
        with self.lock, contextlib.suppress(BrokenPipeError):
            answer = self.answers[index] = Future()
            self.process.stdin.write(line)
            self.process.stdin.flush()
        return answer.result()

    def close(self) -> None:
        """Lets the worker come to its end."""
        self.closing = True
        self.process.stdin.close()
        self.process.wait()

    def _read(self) -> None:
        for text in self.process.stdout:
            result = json.loads(text)
            if result["index"] is None:
                # Which item it was isn't known here: lines come in any order.
                return self._fail(ValueError("the plan is damaged: 'upright merge' names the line"))
            self.answers.pop(result["index"]).set_result(result["status"])
        if not self.closing:
            os._exit(1)

    def _fail(self, error: ValueError) -> None:
        with self.lock:
            for answer in self.answers.values():
                answer.set_exception(error)


@dataclass(eq=False)
class Member:
    """An actor of the pool, and how many items it is at work on."""

    actor: ActorHandle
    load: int = 0


def items(plan: str) -> Iterator[tuple[int, bytes]]:
    """The items of a plan: index and line. Its first line is the header."""
    with open(plan, "rb") as lines:
        for line in itertools.islice(lines, 1, None):
            yield json.loads(line)["index"], line


def run(plan: str | Path, actors: int = 2, upright: str = "upright", jobs: int = 1, in_flight: int | None = None,
        retries: int = 2) -> list[int]:
    """Makes all items, and returns the ids of those that failed, were refused, or lost their actor too often.

    Each actor works on `jobs` items at once and is sent `in_flight`, eight times as many without it, so that
    it never waits and what is made is flushed many at a time.
    An item is dealt out again at most `retries` times. Raises where actors die without having made anything.
    """
    plan = str(Path(plan).absolute())
    in_flight = in_flight or 8 * jobs
    options = {"num_cpus": jobs, "max_concurrency": in_flight + 1}

    def start() -> Member:
        return Member(Worker.options(**options).remote(upright, plan, jobs))

    pool = [start() for _ in range(actors)]
    waiting, again = items(plan), deque()
    calls: dict[ray.ObjectRef, tuple[Member, int, bytes]] = {}
    failed, tries, deaths = [], Counter(), 0
    try:
        while True:
            for member in pool:
                while member.load < in_flight and (item := again.popleft() if again else next(waiting, None)):
                    calls[member.actor.make.remote(*item)] = member, *item
                    member.load += 1
            if not calls:
                break
            call = ray.wait(list(calls))[0][0]
            member, index, line = calls.pop(call)
            member.load -= 1
            try:
                if ray.get(call) != "ok":
                    failed.append(index)
                deaths = 0
            except RayActorError as error:
                tries[index] += 1
                if tries[index] > retries:
                    failed.append(index)
                else:
                    again.append((index, line))
                if member not in pool:
                    continue
                deaths += 1
                if deaths > actors + retries:
                    raise RuntimeError("actors die one after the other: see what 'upright worker' says") from error
                pool[pool.index(member)] = start()
        ray.wait([member.actor.close.remote() for member in pool], num_returns=len(pool), timeout=60)
    finally:
        for member in pool:
            ray.kill(member.actor)
    return sorted(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the items of a plan, which 'upright plan --out' wrote, by Ray.")
    parser.add_argument("plan")
    parser.add_argument("--address", help="of a Ray cluster; without it, one is started here")
    parser.add_argument("--actors", type=int, default=2, help="how many (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="items that an actor works on at once, and its processors")
    parser.add_argument("--in-flight", type=int, help="items that an actor is sent at once (default: eight times --jobs)")
    parser.add_argument("--retries", type=int, default=2, help="how often an item is dealt out again")
    parser.add_argument("--upright", default="upright", help="the program")
    options = parser.parse_args()
    ray.init(address=options.address)
    failed = run(options.plan, options.actors, options.upright, options.jobs, options.in_flight, options.retries)
    for index in failed:
        print(index)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
