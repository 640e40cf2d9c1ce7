"""A Slurm of one machine and one node, with all that is its own in one folder."""

import os
import pwd
import socket
import subprocess
import time
from pathlib import Path

from daemons import free_ports

CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory={memory}
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


class Slurm:
    """Started when it is entered, and ended with all of its processes when it is left."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.daemons: list[subprocess.Popen] = []
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def __enter__(self) -> "Slurm":
        try:
            self.configure()
            self.start(
                "munged", "--foreground", "--force", "--num-threads=2", f"--socket={self.folder}/munge.socket",
                f"--key-file={self.folder}/munge.key", f"--log-file={self.folder}/munge.log",
                f"--pid-file={self.folder}/munge.pid", f"--seed-file={self.folder}/munge.seed")
            self.until(lambda: (self.folder / "munge.socket").exists())
            self.start("slurmctld", "-D", "-f", self.environment["SLURM_CONF"])
            self.start("slurmd", "-D", "-f", self.environment["SLURM_CONF"])
            self.until(lambda: "idle" in self.ask("sinfo", "--noheader", "--format=%T"))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        if len(self.daemons) == 3:
            user = pwd.getpwuid(os.getuid()).pw_name
            self.ask("scancel", "--signal=KILL", "--full", f"--user={user}")
            self.ask("scancel", f"--user={user}")
            try:
                self.until(lambda: not self.queue(), seconds=30)
            except TimeoutError:
                print("Slurm's jobs did not end")
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def configure(self) -> None:
        self.folder.mkdir()
        for name in ["state", "spool"]:
            (self.folder / name).mkdir()
        (self.folder / "munge.key").write_bytes(os.urandom(128))
        (self.folder / "munge.key").chmod(0o400)
        controller, node = free_ports(2)
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], user=pwd.getpwuid(os.getuid()).pw_name, folder=self.folder,
            controller=controller, node=node, memory=memory))

    def start(self, name: str, *options: str) -> None:
        """Starts a daemon, which Debian has in /usr/sbin, and which ends when this process does, however that ends."""
        with open(self.folder / f"{name}.output", "wb") as output:
            self.daemons.append(subprocess.Popen(
                ["setpriv", "--pdeathsig=TERM", f"/usr/sbin/{name}", *options], stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, env=self.environment))

    def ask(self, *command: str) -> str:
        """What a command of Slurm prints."""
        return subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=60, check=False).stdout

    def queue(self) -> str:
        """The jobs that have not ended."""
        return self.ask("squeue", "--noheader", "--array", "--format=%i %T %r")

    def job(self, number: str) -> dict[str, str]:
        """What Slurm knows of a job: `JobState`, `ExitCode` and others."""
        words = self.ask("scontrol", "--oneliner", "show", "job", number).split()
        return dict(word.split("=", 1) for word in words if "=" in word)

    def until(self, holds, seconds: float = 120) -> None:
        """Waits for something; says what the daemons said where it doesn't come."""
        end = time.monotonic() + seconds
        while not holds():
            dead = [daemon.args[2] for daemon in self.daemons if daemon.poll() is not None]
            if dead or time.monotonic() > end:
                logs = "\n".join(f"{log}: {log.read_text()[-3000:]}" for log in self.folder.glob("*.log"))
                raise TimeoutError(f"ended: {dead}\nqueue: {self.queue() if not dead else '?'}\n{logs}")
            time.sleep(0.1)
