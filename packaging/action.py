"""The step of action.yml: checks job files and plans them in a container, and comments the plans on the pull request.

The environment is that of GitHub's runners, with UPRIGHT_JOBS, UPRIGHT_IMAGE and GITHUB_TOKEN of action.yml. The status
is 1 if a job file is wrong, or if outputs would fail.
"""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any, Optional

#: GitHub takes comments of at most 65,536 characters.
ROOM = 60_000
#: Begins our comment, and finds it again.
MARK = "<!-- upright: plan -->\n"


def upright(*arguments: str) -> subprocess.CompletedProcess:
    """Runs a command in the container, which sees the repository at its own path, and can't write to it."""
    folder = os.environ["GITHUB_WORKSPACE"]
    container = ["docker", "run", "--rm", "--read-only", f"--volume={folder}:{folder}:ro", f"--workdir={folder}"]
    return subprocess.run(
        [*container, os.environ["UPRIGHT_IMAGE"], *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def annotate(level: str, message: str, **place: Any) -> None:
    """Writes an annotation, which GitHub shows at its place in the pull request."""
    def escaped(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    names = ",".join(
        f"{name}={escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for name, value in place.items() if value is not None
    )
    print(f"::{level}{' ' if names else ''}{names}::{escaped(message)}", flush=True)


def tell(stderr: str, job: str) -> None:
    """Annotates what a command wrote with --log-format json. Other text comes from docker."""
    for line in stderr.splitlines():
        try:
            each = json.loads(line)
        except ValueError:
            each = {"level": "error", "message": line}
        level = {"info": "notice"}.get(each["level"], each["level"])
        subject = each.get("source")
        message = f"{subject}: {each['message']}" if subject else each["message"]
        annotate(level, message, file=each.get("file", job), line=each.get("line"), col=each.get("column"))


def look_at(job: str) -> tuple[bool, str]:
    """Whether a job is well, and its part of the comment."""
    title = f"### `{job}`\n\n"
    check = upright("check", "--log-format", "json", "--", job)
    tell(check.stderr, job)
    if check.returncode != 0:
        return False, f"{title}The job file is wrong: the errors stand at its lines.\n"
    plan = upright("plan", "--log-format", "json", "--", job)
    tell(plan.stderr, job)
    if plan.returncode not in (0, 1):
        return False, f"{title}The plan is refused: the errors stand in the log.\n"
    lines = plan.stdout.splitlines()
    if plan.returncode == 1:
        annotate("error", f"outputs would fail: {lines[-1]}", file=job)
    return plan.returncode == 0, f"{title}{lines[-1]}\n{details(lines[:-1])}"


def details(lines: list[str]) -> str:
    shown, room = [], ROOM // len(jobs())
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            shown.append(f"... and {len(lines) - len(shown)} lines more")
            break
        shown.append(line)
    text = "\n".join(shown)
    return f"\n<details><summary>The plan</summary>\n\n````\n{text}\n````\n\n</details>\n" if lines else ""


def jobs() -> list[str]:
    return [line.strip() for line in os.environ["UPRIGHT_JOBS"].splitlines() if line.strip()]


def comment(text: str) -> None:
    """Writes the comment of the pull request, or writes it anew. Does nothing for another event."""
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
        number = json.load(file).get("pull_request", {}).get("number")
    if number is None:
        return
    issues = f"/repos/{os.environ['GITHUB_REPOSITORY']}/issues"
    try:
        page = 1
        while found := call("GET", f"{issues}/{number}/comments?per_page=100&page={page}"):
            for each in found:
                if each["body"].startswith(MARK):
                    call("PATCH", f"{issues}/comments/{each['id']}", {"body": MARK + text})
                    return
            page += 1
        call("POST", f"{issues}/{number}/comments", {"body": MARK + text})
    except urllib.error.URLError as error:
        # A pull request from a fork has a token that may not write.
        annotate("warning", f"the plan can't be commented on the pull request: {error}")


def call(method: str, path: str, body: Optional[dict] = None) -> Any:
    request = urllib.request.Request(
        os.environ["GITHUB_API_URL"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}",
            "Accept": "application/vnd.github+json",
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def main() -> int:
    if not jobs():
        annotate("error", "the input 'jobs' names no job file")
        return 1
    outcomes = [look_at(job) for job in jobs()]
    text = "\n".join(part for _, part in outcomes)
    with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as file:
        file.write(text)
    comment(text)
    return 0 if all(well for well, _ in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
