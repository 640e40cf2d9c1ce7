import Foundation
import TestSupport
import Testing

/// Places that lack what a login shell has: containers, chroots, services. ``BareSystemTests`` has those without `/proc`
/// and without `/dev/null`.
struct OddEnvironmentTests {
  /// An environment, and the words in front of the arguments that start the binary in it.
  private struct Environment: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let start: String

    init(_ name: String, _ start: String) { (testDescription, self.start) = (name, start) }
  }

  private static let rootOfItsOwn = "unshare --user --map-root-user"

  private static let environments = [
    Environment("closed stdin", "exec <&-; exec upright"),
    Environment("process 1, with the /proc of others", "exec \(rootOfItsOwn) --pid --fork upright"),
    Environment("process 1", "exec \(rootOfItsOwn) --pid --fork --mount-proc upright"),
    Environment(
      "a user without a name", "unset HOME; exec unshare --user --map-user=54321 --map-group=54321 upright"),
    Environment(
      "a read-only root, with one folder that may be written to",
      "exec \(rootOfItsOwn) --mount sh -c 'mount --bind . . && mount -o remount,bind,ro / && cd \"$PWD\" "
        + "&& exec upright \"$@\"' sh"),
  ]

  /// False where a user may not make namespaces.
  private static let hasNamespaces =
    (try? Studio().shell("\(rootOfItsOwn) --mount --pid --fork --mount-proc mount --bind . .").ending)
    == .exit(0)

  private static func studio(_ keys: String = "") throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]\n\(keys)")
    try studio.add(.tagged(1), "photos/a.jpg")
    return studio
  }

  @Test("A program in a folder whose name isn't UTF-8 runs")
  func oddProgram() throws {
    let studio = try Self.studio()
    let run = try studio.shell(
      "d=\"$(printf 'd\\377')\"; mkdir \"$d\" && ln -s \"$(command -v upright)\" \"$d/upright\" && "
        + "\"$d/upright\" --version; status=$?; rm -r \"$d\"; exit $status")
    #expect(try run == studio.shell("upright --version"))
  }

  @Test(
    "Help, the version and a run are as usual",
    .enabled(if: hasNamespaces, "this user may make no namespaces"), arguments: environments)
  private func usual(environment: Environment) throws {
    let studio = try Self.studio()
    for call in ["--help", "--version"] {
      #expect(try studio.shell("\(environment.start) \(call)") == studio.upright(call))
    }
    #expect(try studio.shell("\(environment.start) run --quiet job.yaml") == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test(
    "An argument that isn't UTF-8 is named",
    arguments: ["probe", "check", "plan", "init --name", "check --root", "run --metrics-file"])
  func oddArgument(command: String) throws {
    #expect(
      try Self.studio().shell("upright \(command) \"$(printf 'a\\377')\"")
        == CommandRun(
          .exit(2),
          stderr: "upright: error: the argument 'a%FF' isn't UTF-8: upright takes names in UTF-8 only\n"))
  }

  @Test("A current folder whose name isn't UTF-8 is named")
  func oddFolder() throws {
    let studio = try Self.studio()
    let inside = { (command: String) in
      try studio.shell(
        "d=\"$(printf 'd\\377')\" && mkdir \"$d\" && cp -r job.yaml photos \"$d\" && cd \"$d\" && upright \(command); "
          + "status=$?; cd ..; rm -r \"$d\"; exit $status")
    }
    let path = try studio.shell("pwd -P").stdout.dropLast() + "/d%FF"
    let fault = "the path of the current folder isn't UTF-8: rename '\(path)'\n"
    for command in ["check job.yaml", "plan job.yaml", "run job.yaml", "init", "probe photos/a.jpg"] {
      #expect(try inside(command) == CommandRun(.exit(2), stderr: "upright: error: " + fault))
    }
    let run = try inside("run --metrics-file a.prom job.yaml")
    #expect(run.ending == .exit(2))
    #expect(run.stderr.hasPrefix("Error: " + fault), "\(run.stderr)")
    for command in ["--help", "--version", "help run", "run --help", "schema"] {
      #expect(try inside(command) == studio.shell("upright " + command))
    }
  }

  @Test("Streams that are closed: outputs are made; words that can't be written are an error")
  func closedStreams() throws {
    let studio = try Self.studio()
    #expect(try studio.shell("upright run --quiet job.yaml <&- >&- 2>&-") == CommandRun(.exit(0)))
    try studio.expectAsClean()
    for call in ["--version", "--help", "--version --json", "run --json job.yaml"] {
      #expect(
        try studio.shell("upright \(call) >&-").stderr.hasSuffix(
          "upright: error: can't write to standard output: Bad file descriptor\n"))
      #expect(try studio.shell("upright \(call) <&- >&- 2>&-") == CommandRun(.exit(74)))
    }
    #expect(try studio.shell("upright rum job.yaml 2>&-") == CommandRun(.exit(2)))
  }

  /// A root that has the binary, its libraries and the job's folder, and nothing else.
  @Test("A bare chroot", .enabled(if: hasNamespaces, "this user may make no namespaces"))
  func chroot() throws {
    let studio = try Self.studio()
    let program = try CommandRun.program()
    let inside = { (call: String) in
      try studio.shell(
        """
        exec \(Self.rootOfItsOwn) --mount sh -c 'bring() { mkdir -p "root${1%/*}" && touch "root$1" && \
        mount --bind "$1" "root$1"; }; for file in "$0" $(ldd "$0" | grep -o "/[^ ]*"); do \
        bring "$file" || exit 99; done; mkdir -p root/job && mount --bind . root/job && \
        exec /usr/sbin/chroot root "$0" "$@"' \(program) \(call)
        """)
    }
    for call in ["--help", "--version"] { #expect(try inside(call) == studio.upright(call)) }
    #expect(try inside("frob").ending == .exit(2))
    #expect(
      try inside("run --quiet job/job.yaml")
        == CommandRun(
          .exit(2),
          stderr:
            "job/job.yaml: error: no worker process can be started: '/proc/self/exe' can't be opened: No such file or "
            + "directory; mount its file system, or set 'isolation: none'\n"))
    try studio.must("echo 'isolation: none' >>job.yaml")
    #expect(try inside("run --quiet job/job.yaml") == CommandRun(.exit(0)))
    let rows = try studio.rows()
    #expect(rows.map(\.status) == ["ok"])
    // The libraries that are loaded on demand are missing there, so only the picture is as usual.
    let made = try studio.folder.read("out/a.jpg")
    #expect(try studio.upright("run", "--quiet", "--force", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.folder.read("out/a.jpg") == made)
  }
}
