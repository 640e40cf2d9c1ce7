"""The step of action.yml: checks job files and plans them in a container, and comments the plans on the pull request.

The environment is that of GitHub's runners, with UPRIGHT_JOBS, UPRIGHT_IMAGE and GITHUB_TOKEN of action.yml. The status
is 1 if a job file is wrong, or if outputs would fail.
"""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from typing import Any, Optional

#: GitHub takes comments of at most 65,536 characters.
ROOM = 60_000
#: Begins our comment, and finds it again.
MARK = "<!-- upright: plan -->\n"
#: The user and the group in the container, who own no file of the repository.
USER = "65532:65532"


class NoContainer(Exception):
    """Docker is missing, or can't run the image."""


def tree_of_links(tree: str) -> None:
    """Makes `tree` a folder with the files of the repository, for a user who may write into folders and not into files.

    Plans refuse outputs in folders that can't be written to, so the container can't see the repository itself: a link to
    each file takes no room. `.git` is left out, since it may hold a token.
    """
    def link(source: str, target: str) -> None:
        # Others may read the file, and not write to it.
        is_safe = os.stat(source).st_mode & 0o006 == 0o004
        try:
            if is_safe:
                return os.link(source, target)
        except OSError:
            pass  # The tree lies on another disk.
        shutil.copyfile(source, target)
        os.chmod(target, 0o644)

    shutil.copytree(
        os.environ["GITHUB_WORKSPACE"], tree, symlinks=True, ignore=shutil.ignore_patterns(".git"), copy_function=link,
        dirs_exist_ok=True,
    )
    for folder, _, _ in os.walk(tree):
        os.chmod(folder, 0o777)


def upright(tree: str, *arguments: str) -> subprocess.CompletedProcess:
    """Runs a command in the container, which sees `tree` at the path of the repository.

    Raises NoContainer if docker can't run the command.
    """
    folder = os.environ["GITHUB_WORKSPACE"]
    container = [
        "docker", "run", "--rm", "--read-only", "--network=none", "--cap-drop=ALL", "--security-opt=no-new-privileges",
        f"--user={USER}", f"--volume={tree}:{folder}", f"--workdir={folder}", os.environ["UPRIGHT_IMAGE"],
    ]
    try:
        ended = subprocess.run([*container, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError as error:
        raise NoContainer(f"docker: {error.strerror}") from error
    # docker's own statuses: of itself, of a command that can't be started, and of a command that isn't there.
    if ended.returncode in (125, 126, 127):
        raise NoContainer(ended.stderr.strip())
    return ended


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
    """Annotates what a command wrote with --log-format json. Other text comes from docker, and goes to the log."""
    for line in stderr.splitlines():
        each = message_of(line)
        if each is None:
            # GitHub's runner takes '##[' in a line for the beginning of a command.
            print("docker: " + line.replace("##[", "## ["), flush=True)
            continue
        level = {"info": "notice"}.get(each["level"], each["level"])
        subject = each.get("source")
        message = f"{subject}: {each['message']}" if subject else each["message"]
        annotate(level, message, file=each.get("file", job), line=each.get("line"), col=each.get("column"))


def message_of(line: str) -> Optional[dict]:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) and {"level", "message"} <= value.keys() else None


def look_at(tree: str, job: str) -> tuple[bool, str]:
    """Whether a job is well, and its part of the comment."""
    title = f"### `{job}`\n\n"
    check = upright(tree, "check", "--log-format", "json", "--", job)
    tell(check.stderr, job)
    if check.returncode != 0:
        return False, f"{title}The job file is wrong: the errors stand at its lines.\n"
    plan = upright(tree, "plan", "--log-format", "json", "--", job)
    tell(plan.stderr, job)
    if plan.returncode not in (0, 1):
        return False, f"{title}The plan is refused: the errors stand in the log.\n"
    lines = plan.stdout.splitlines()
    if plan.returncode == 1:
        annotate("error", f"outputs would fail: {lines[-1]}", file=job)
    return plan.returncode == 0, f"{title}{lines[-1]}\n{details(lines[:-1])}"


def details(lines: list[str]) -> str:
    # A block ends at a run of as many backticks as begin it, and names may hold some.
    runs = [len(run) for line in lines for run in re.findall("`+", line)]
    fence = "`" * (max([3, *runs]) + 1)
    shown, room = [], ROOM // len(jobs()) - 2 * len(fence)
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            shown.append(f"... and {len(lines) - len(shown)} lines more")
            break
        shown.append(line)
    text = "\n".join(shown)
    return f"\n<details><summary>The plan</summary>\n\n{fence}\n{text}\n{fence}\n\n</details>\n" if lines else ""


def jobs() -> list[str]:
    return [line.strip() for line in os.environ["UPRIGHT_JOBS"].splitlines() if line.strip()]


def comment(text: str) -> None:
    """Writes the comment of the pull request, or writes it anew. Does nothing for another event."""
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
        number = json.load(file).get("pull_request", {}).get("number")
    if number is None:
        return
    issues = f"{os.environ['GITHUB_API_URL']}/repos/{os.environ['GITHUB_REPOSITORY']}/issues"
    try:
        author, page = commenter(), 1
        while found := call("GET", f"{issues}/{number}/comments?per_page=100&page={page}"):
            for each in found:
                if (each["user"] or {}).get("login") == author and each["body"].startswith(MARK):
                    call("PATCH", f"{issues}/comments/{each['id']}", {"body": MARK + text})
                    return
            page += 1
        call("POST", f"{issues}/{number}/comments", {"body": MARK + text})
    except (OSError, http.client.HTTPException, ValueError) as error:
        # A pull request from a fork has a token that may not write.
        annotate("warning", f"the plan can't be commented on the pull request: {error}")


def commenter() -> str:
    """The login whose comments the token writes. GitHub's own token may ask for it by GraphQL alone."""
    answer = call("POST", os.environ["GITHUB_GRAPHQL_URL"], {"query": "query { viewer { login } }"})
    try:
        return answer["data"]["viewer"]["login"]
    except (KeyError, TypeError):
        raise ValueError("GitHub doesn't tell the owner of the token") from None


def call(method: str, address: str, body: Optional[dict] = None) -> Any:
    """Sends a request to GitHub. Raises OSError, HTTPException or ValueError if there is no answer in JSON."""
    request = urllib.request.Request(
        address,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}",
            "Accept": "application/vnd.github+json",
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        try:
            return json.load(answer)
        except ValueError:
            raise ValueError(f"the answer of {address} isn't JSON") from None


def main() -> int:
    if not jobs():
        annotate("error", "the input 'jobs' names no job file")
        return 1
    with tempfile.TemporaryDirectory(dir=os.environ.get("RUNNER_TEMP"), prefix="upright-") as tree:
        tree_of_links(tree)
        try:
            outcomes = [look_at(tree, job) for job in jobs()]
        except NoContainer as error:
            annotate("error", f"the image {os.environ['UPRIGHT_IMAGE']} can't be run: {error}")
            return 1
    text = "\n".join(part for _, part in outcomes)
    with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as file:
        file.write(text)
    comment(text)
    return 0 if all(well for well, _ in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
