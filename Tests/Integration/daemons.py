"""Servers of other projects, as processes that end with the test that needs them."""

import os
import socket
import subprocess
import time
from pathlib import Path


def free_ports(count: int) -> list[int]:
    """Ports of 127.0.0.1 that the kernel finds free."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def answers(port: int) -> bool:
    """Whether a server on 127.0.0.1 takes connections at that port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


class Daemons:
    """The processes of a folder. They end when the block is left, the last one first."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.running: dict[str, subprocess.Popen] = {}
        self.commands: dict[str, tuple[list[str], dict[str, str]]] = {}
        self.ports: dict[str, list[int]] = {}

    def __enter__(self) -> "Daemons":
        self.folder.mkdir(parents=True)
        return self

    def __exit__(self, *_) -> None:
        for name in reversed(list(self.running)):
            self.stop(name)

    def start(self, name: str, *command, ports: list[int] = [], environment: dict[str, str] = {}) -> None:
        """Starts a program that stays in the foreground and will listen at `ports`. Its output goes to `NAME.log`.

        The kernel ends the program if this process dies, so that nothing outlives the tests.
        """
        self.commands[name] = (["setpriv", "--pdeathsig=TERM", *map(str, command)], {**os.environ, **environment})
        self.ports[name] = ports
        self.start_again(name)

    def start_again(self, name: str) -> None:
        """Starts a program that was stopped, with the same arguments."""
        command, environment = self.commands[name]
        with open(self.log(name), "ab") as output:
            self.running[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=self.folder, env=environment)

    def stop(self, name: str) -> None:
        daemon = self.running.pop(name)
        daemon.terminate()
        try:
            daemon.wait(timeout=20)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()

    def ready(self) -> None:
        """Waits until all running programs take connections at their ports."""
        self.until(lambda: all(answers(port) for name in self.running for port in self.ports[name]))

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def until(self, holds, seconds: float = 60) -> None:
        """Waits until `holds()` is true. If a process ends before, or time is up, the error has the logs."""
        end = time.monotonic() + seconds
        while not holds():
            ended = [name for name, daemon in self.running.items() if daemon.poll() is not None]
            if ended or time.monotonic() > end:
                logs = "\n".join(f"{log.name}: {log.read_text()[-3000:]}" for log in self.folder.glob("*.log"))
                raise TimeoutError(f"ended: {ended}\n{logs}")
            time.sleep(0.02)
