"""The hooks of pre-commit in a repository of pictures, and the step of action.yml with the environment of GitHub."""

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import yaml
from PIL import Image

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
REPOSITORY = Path(__file__).resolve().parents[2]
JOB = """
version: 1
sources: ["../photos/*.jpg"]
output_root: ../out
outputs:
  - {path: "{stem}.jpg", resize: {width: 40}}
"""
# Stands for docker: runs the command as the user in a root of its own, with the folder as it is mounted.
DOCKER = """#!%(python)s
import argparse, os, sys
from pathlib import Path
parser = argparse.ArgumentParser(allow_abbrev=False)
parser.error = lambda message: sys.exit((print("docker:", message, file=sys.stderr), 125)[1])
for flag in ("--rm", "--read-only"):
    parser.add_argument(flag, action="store_const", const=True, required=True)
for option, choice in (("--network", "none"), ("--cap-drop", "ALL"), ("--security-opt", "no-new-privileges")):
    parser.add_argument(option, choices=[choice], required=True)
for option in ("--volume", "--workdir", "--user"):
    parser.add_argument(option, default="")
parser.add_argument("image", choices=["registry.example/up:1"])
parser.add_argument("command", nargs=argparse.REMAINDER)
options = parser.parse_args(sys.argv[2:])
outside, inside, *mode = options.volume.split(":")
root = [part for name in ("usr", "bin", "lib", "lib64", "etc") for part in ("--ro-bind-try", f"/{name}", f"/{name}")]
parents = [part for each in Path(inside).parents[-2::-1] for part in ("--perms", "0755", "--dir", str(each))]
mount = ["--ro-bind" if mode == ["ro"] else "--bind", outside, inside]
program = ["--ro-bind", os.environ.get("DOCKER_RUNS", %(upright)r), "/upright"]
user, group = (options.user or "65532:65532").split(":")
if os.geteuid() == 0:
    namespaces, become = [], ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--"]
else:
    namespaces, become = ["--unshare-user", "--uid", user, "--gid", group], []
os.execvp("bwrap", [
    "bwrap", "--unshare-pid", "--unshare-net", *namespaces, *root, *program, "--proc", "/proc", "--dev", "/dev",
    *parents, *mount, "--remount-ro", "/", "--chdir", options.workdir, *become, "/upright", *options.command,
])
"""


class RepositoryTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.work = self.folder / "work"
        (self.work / "jobs").mkdir(parents=True)
        (self.work / "jobs/web.yaml").write_text(JOB)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        (self.bin / "upright").symlink_to(UPRIGHT)
        self.environment = {
            **os.environ,
            "PATH": os.pathsep.join([str(self.bin), str(Path(sys.executable).parent), os.environ["PATH"]]),
        }


class PreCommitTest(RepositoryTest):
    def setUp(self):
        super().setUp()
        self.environment |= {
            "PRE_COMMIT_HOME": str(self.folder / "cache"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            **{f"GIT_{who}_{what}": "test@localhost" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }
        ours = self.folder / "ours"
        (ours / "packaging").mkdir(parents=True)
        for name in (".pre-commit-hooks.yaml", "packaging/optimise-staged"):
            (ours / name).write_bytes((REPOSITORY / name).read_bytes())
            (ours / name).chmod((REPOSITORY / name).stat().st_mode)
        self.commit(ours)
        revision = self.git("rev-parse", "HEAD", folder=ours).stdout.strip()
        hooks = [{"id": "upright-check"}, {"id": "upright-optimise", "args": ["optimise.yaml"]}]
        config = {"repos": [{"repo": str(ours), "rev": revision, "hooks": hooks}]}
        (self.work / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
        (self.work / "optimise.yaml").write_bytes((REPOSITORY / "examples/optimise.yaml").read_bytes())
        self.commit(self.work)
        subprocess.run(["pre-commit", "install"], cwd=self.work, env=self.environment, check=True, capture_output=True)

    def git(self, *arguments, folder=None, status=0):
        ended = subprocess.run(
            ["git", *arguments], cwd=folder or self.work, env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.assertEqual(ended.returncode, status, ended.stdout)
        return ended

    def commit(self, folder, status=0):
        if not (folder / ".git").exists():
            self.git("init", "--quiet", folder=folder)
        self.git("add", "--all", folder=folder)
        return self.git("commit", "--message", "x", folder=folder, status=status).stdout

    def test_check(self):
        """A commit with a wrong job file is refused, with the place of the mistake."""
        (self.work / "jobs/web.yaml").write_text(JOB.replace("resize", "resise"))
        shown = self.commit(self.work, status=1)
        self.assertIn("jobs/web.yaml:6:26: error: unknown key 'resise': did you mean 'resize'?", shown)
        (self.work / "jobs/web.yaml").write_text(JOB.replace("40", "41"))
        self.assertIn("check Upright's job files................................................Passed",
                      self.commit(self.work))

    def test_optimise(self):
        """A large picture is made smaller, once. A small one stays, and so does one that can't be read."""
        (self.work / "a folder").mkdir()
        large, small = self.work / "a folder/large one.jpg", self.work / "small.jpg"
        Image.effect_noise((2100, 1000), 60).convert("RGB").save(large, quality=98)
        Image.new("RGB", (60, 40), "teal").save(small, quality=82, optimize=True)
        before = large.stat().st_size, small.read_bytes()
        shown = self.commit(self.work, status=1)
        self.assertIn("files were modified by this hook", shown)
        after = large.stat().st_size
        self.assertIn(f"a folder/large one.jpg: {before[0]} to {after} bytes\n", shown)
        self.assertLess(after, before[0] / 2)
        with Image.open(large) as picture:
            self.assertEqual(picture.size, (2048, 975))
        self.assertEqual(small.read_bytes(), before[1])
        self.commit(self.work)
        self.assertEqual(large.stat().st_size, after)
        self.assertEqual(self.git("status", "--porcelain").stdout, "")
        (self.work / "broken.jpg").write_bytes(large.read_bytes()[:2000])
        (self.work / "other.jpg").write_bytes(large.read_bytes())
        self.assertIn("broken.jpg: failed: ", self.commit(self.work, status=1))
        self.assertEqual((self.work / "broken.jpg").stat().st_size, 2000)

    def test_other_pictures(self):
        """Pictures that the job doesn't take, and animations, are committed as they are, alone or with others."""
        picture = Image.effect_noise((300, 200), 60)
        for name in ("a.gif", "b.tiff", ".github/c.png"):
            (self.work / name).parent.mkdir(exist_ok=True)
            picture.save(self.work / name)
        before = {name: (self.work / name).read_bytes() for name in ("a.gif", "b.tiff", ".github/c.png")}
        self.commit(self.work)
        large, frames = self.work / "large.jpg", [Image.effect_noise((300, 200), each) for each in (50, 60)]
        picture.resize((2100, 1400)).save(large, quality=100)
        frames[0].save(self.work / "moving.webp", save_all=True, append_images=frames[1:], quality=95)
        before["moving.webp"] = (self.work / "moving.webp").read_bytes()
        picture.save(self.work / "z.gif")
        shown = self.commit(self.work, status=1)
        self.assertRegex(shown, r"large\.jpg: \d+ to \d+ bytes\n")
        self.assertIn("moving.webp: is left alone: optimise.yaml takes one of its images\n", shown)
        self.commit(self.work)
        self.assertEqual({name: (self.work / name).read_bytes() for name in before}, before)

    def test_wrong_place(self):
        """A job that puts its outputs elsewhere is told."""
        job = self.work / "optimise.yaml"
        job.write_text(job.read_text().replace("{dir}/{name}", "{dir}/new-{name}"))
        Image.new("RGB", (60, 40)).save(self.work / "a.jpg")
        self.assertIn(
            "optimise.yaml puts its outputs elsewhere: its output_root must be optimised, and its path {dir}/{name}",
            self.commit(self.work, status=1))


class API(http.server.BaseHTTPRequestHandler):
    """The comments of one pull request, of which a page holds two. Refuses to write without the right token."""

    def do_GET(self):
        page = int(self.path.rpartition("&page=")[2])
        self.server.asked.append(self.path.partition("?")[0])
        self.answer(200, self.server.comments[2 * page - 2 : 2 * page])

    def do_POST(self):
        if self.path == "/graphql":
            if hasattr(self.server, "reply"):
                self.wfile.write(self.server.reply or b"")
                self.close_connection = True
                return
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert body == {"query": "query { viewer { login } }"}, body
            return self.answer(200, {"data": {"viewer": {"login": "robot[bot]"}}})
        self.write(lambda body: self.server.comments.append({"id": 77, "user": {"login": "robot[bot]"}, **body}))

    def do_PATCH(self):
        number = int(self.path.rpartition("/")[2])
        self.write(lambda body: next(each for each in self.server.comments if each["id"] == number).update(body))

    def write(self, change):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(f"{self.command} {self.path}")
        if self.headers["Authorization"] != "Bearer good":
            return self.answer(403, {})
        change(body)
        self.answer(200, {})

    def answer(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


class ActionTest(RepositoryTest):
    def setUp(self):
        super().setUp()
        (self.work / "photos").mkdir()
        for name in "ab":
            Image.new("RGB", (80, 60)).save(self.work / f"photos/{name}.jpg")
        docker = self.bin / "docker"
        docker.write_text(DOCKER % {"python": sys.executable, "upright": UPRIGHT})
        docker.chmod(0o755)
        self.api = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
        self.api.comments = [
            {"id": 3, "user": {"login": "somebody"}, "body": "<!-- upright: plan -->\nby somebody"},
            {"id": 4, "user": {"login": "robot[bot]"}, "body": "of another workflow"},
            {"id": 5, "user": None, "body": "by nobody"},
        ]
        self.api.asked = []
        threading.Thread(target=self.api.serve_forever).start()
        self.addCleanup(self.api.server_close)
        self.addCleanup(self.api.shutdown)
        self.summary = self.folder / "summary"
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        step, = yaml.safe_load((REPOSITORY / "action.yml").read_text())["runs"]["steps"]
        self.assertEqual(set(step["env"]), {"UPRIGHT_JOBS", "UPRIGHT_IMAGE", "GITHUB_TOKEN"})
        self.command = step["run"]
        self.environment |= {
            "GITHUB_ACTION_PATH": str(REPOSITORY),
            "GITHUB_WORKSPACE": str(self.work),
            "GITHUB_REPOSITORY": "owner/pictures",
            "GITHUB_API_URL": f"http://127.0.0.1:{self.api.server_port}",
            "GITHUB_GRAPHQL_URL": f"http://127.0.0.1:{self.api.server_port}/graphql",
            "GITHUB_EVENT_PATH": str(self.folder / "event.json"),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_TOKEN": "good",
            "RUNNER_TEMP": str(self.temporary),
            "UPRIGHT_IMAGE": "registry.example/up:1",
            "UPRIGHT_JOBS": "jobs/web.yaml\n",
        }
        self.event({"pull_request": {"number": 12}})

    def event(self, value):
        (self.folder / "event.json").write_text(json.dumps(value))

    def step(self, status=0, **environment):
        ended = subprocess.run(
            ["bash", "-c", self.command], cwd=self.work, env={**self.environment, **environment}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.assertEqual(ended.returncode, status, ended.stdout)
        return ended.stdout

    def test_plan(self):
        """The plan becomes one comment, which later plans replace. Nothing stays in the repository or beside it."""
        self.assertEqual(self.step(), "")
        comment = self.api.comments[-1]["body"]
        begin = "<!-- upright: plan -->\n### `jobs/web.yaml`\n\n2 sources, 2 outputs; memory "
        self.assertEqual(comment[: len(begin)], begin)
        self.assertIn("\n../photos/b.jpg: stored 80x60, ycbcr, untagged, peak ", comment)
        self.assertEqual(f"<!-- upright: plan -->\n{self.summary.read_text()}", comment)
        self.assertEqual(self.api.asked[-1], "POST /repos/owner/pictures/issues/12/comments")
        self.assertEqual(self.api.asked[0], "/repos/owner/pictures/issues/12/comments")
        (self.work / "photos/a.jpg").unlink()
        self.step()
        self.assertEqual(self.api.asked[-1], "PATCH /repos/owner/pictures/issues/comments/77")
        self.assertEqual([each["id"] for each in self.api.comments], [3, 4, 5, 77])
        self.assertIn("1 source, 1 output; memory ", self.api.comments[-1]["body"])
        self.assertEqual(self.api.comments[0]["body"], "<!-- upright: plan -->\nby somebody")
        self.assertEqual({path.name for path in self.work.iterdir()}, {"jobs", "photos"})
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_backticks(self):
        """A name can't end the block of the plan."""
        (self.work / "photos/b.jpg").rename(self.work / "photos/`````` ![](x).jpg")
        self.step()
        fence = "`" * 7
        begin, block, end = self.api.comments[-1]["body"].split(f"\n{fence}\n")
        self.assertIn("../photos/`````` ![](x).jpg: stored 80x60", block)
        self.assertNotIn(fence, begin + block + end)

    @unittest.skipUnless(os.geteuid() == 0, "the user isn't root, and so would own the files in the container")
    def test_rights(self):
        """The container sees no folder of git, and can't change a file."""
        (self.work / ".git").mkdir()
        (self.work / ".git/config").write_text("token")
        script = self.folder / "script"
        script.write_text("#!/bin/sh\n{ ls -A; touch new && echo made; echo >photos/a.jpg || echo kept; } >&2; exit 2\n")
        script.chmod(0o755)
        picture = self.work / "photos/a.jpg"
        picture.chmod(0o666)
        before = picture.read_bytes()
        shown = self.step(status=1, DOCKER_RUNS=str(script)).splitlines()
        self.assertEqual(shown[:3], ["docker: jobs", "docker: photos", "docker: made"])
        self.assertEqual(shown[-1], "docker: kept")
        self.assertFalse((self.work / "new").exists())
        self.assertEqual(picture.read_bytes(), before)

    def test_docker(self):
        """A fault of docker is none of the job file, and text of docker is none of upright."""
        self.assertEqual(
            self.step(status=1, UPRIGHT_IMAGE="none"),
            "::error::the image none can't be run: docker: argument image: invalid choice: 'none' "
            "(choose from 'registry.example/up:1')\n")
        self.assertFalse(self.summary.exists())
        self.assertEqual(self.api.asked, [])
        script = self.folder / "script"
        script.write_text("""#!/bin/sh\necho '{"status": 1}' >&2; echo '[2]' >&2; echo '::error::3 ##[4' >&2; echo plan\n""")
        script.chmod(0o755)
        text = ['docker: {"status": 1}', "docker: [2]", "docker: ::error::3 ## [4"]
        self.assertEqual(self.step(DOCKER_RUNS=str(script)).splitlines(), 2 * text)
        (self.bin / "docker").unlink()
        self.assertEqual(
            self.step(status=1, PATH=f"{self.bin}:{Path(sys.executable).parent}:/bin"),
            "::error::the image registry.example/up:1 can't be run: docker: No such file or directory\n")

    def test_wrong_job(self):
        """A wrong job file fails the step, with annotations at its lines; the other jobs are planned all the same."""
        (self.work / "jobs/wrong.yaml").write_text(JOB.replace("resize", "resise, 100%"))
        shown = self.step(status=1, UPRIGHT_JOBS="jobs/wrong.yaml\n\n  jobs/web.yaml\n")
        self.assertRegex(shown, r"(?m)^::error file=jobs/wrong\.yaml,line=6,col=\d+::.*100%25")
        comment = self.api.comments[-1]["body"]
        self.assertIn("### `jobs/wrong.yaml`\n\nThe job file is wrong: the errors stand at its lines.\n", comment)
        self.assertIn("### `jobs/web.yaml`\n\n2 sources, 2 outputs; memory ", comment)

    def test_failing_output(self):
        """Outputs that would fail make the step fail."""
        (self.work / "photos/b.jpg").write_bytes(b"no picture")
        self.assertRegex(self.step(status=1), r"(?m)^::error file=jobs/web\.yaml::outputs would fail: 2 sources, ")

    def test_long_plan(self):
        """A comment has at most the characters that GitHub takes."""
        for number in range(600):
            (self.work / f"photos/{number:0100}.jpg").write_bytes((self.work / "photos/a.jpg").read_bytes())
        self.step(UPRIGHT_JOBS="jobs/web.yaml\njobs/web.yaml")
        comment = self.api.comments[-1]["body"]
        self.assertLess(len(comment), 65536)
        self.assertRegex(comment, r"\n\.\.\. and \d+ lines more\n````\n")

    def test_no_comment(self):
        """A token that may not write is a warning, and a push has no pull request."""
        self.assertEqual(self.step(GITHUB_TOKEN="bad"),
                         "::warning::the plan can't be commented on the pull request: HTTP Error 403: Forbidden\n")
        for reply, message in [
            (None, "Remote end closed connection without response"),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[", "IncompleteRead(1 bytes read, 8 more expected)"),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>",
             f"the answer of http://127.0.0.1:{self.api.server_port}/graphql isn't JSON"),
            (b"HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{\"data\": null}",
             "GitHub doesn't tell the owner of the token"),
        ]:
            with self.subTest(message):
                self.api.reply = reply
                self.assertEqual(
                    self.step(), f"::warning::the plan can't be commented on the pull request: {message}\n")
        self.api.asked.clear()
        self.event({"after": "0cc2bd4e"})
        self.assertEqual(self.step(), "")
        self.assertEqual(self.api.asked, [])

    def test_docs(self):
        """The workflow of the docs gives the inputs that action.yml has."""
        text = (REPOSITORY / "docs/repositories.md").read_text()
        workflow = yaml.safe_load(text.split("```yaml\n")[2].split("```")[0])
        inputs = yaml.safe_load((REPOSITORY / "action.yml").read_text())["inputs"]
        given = workflow["jobs"]["plan"]["steps"][-1]["with"]
        self.assertEqual(set(given), {name for name, each in inputs.items() if each.get("required")})

    def test_no_jobs(self):
        """An empty input is an error, and no success."""
        self.assertEqual(self.step(status=1, UPRIGHT_JOBS="\n"), "::error::the input 'jobs' names no job file\n")


if __name__ == "__main__":
    unittest.main()
