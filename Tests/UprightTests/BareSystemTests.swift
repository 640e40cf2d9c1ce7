import Foundation
import TestSupport
import Testing

/// Systems without `/proc` and without `/dev/null`, such as an empty container: a file system in memory hides them.
struct BareSystemTests {
  /// Runs a command of the shell, in which `upright` is the binary, with nothing in `folder`.
  private static func shell(_ command: String, without folder: String, _ studio: Studio) throws -> CommandRun
  {
    try studio.shell(
      "exec unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none \(folder) && \(command)'")
  }

  /// False where a user may not mount anything.
  private static let canMount =
    (try? shell("true", without: "/proc", Studio()).ending) == .exit(0)

  private static func studio() throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    return studio
  }

  @Test("Without /proc the arguments are there", .enabled(if: canMount))
  func arguments() throws {
    let studio = try Self.studio()
    let usual = try studio.upright("plan", "job.yaml")
    #expect(usual.ending == .exit(0))
    #expect(try Self.shell("upright plan job.yaml", without: "/proc", studio) == usual)
    #expect(try Self.shell("upright rum job.yaml", without: "/proc", studio).ending == .exit(2))
    let run = try Self.shell("upright run --quiet job.yaml", without: "/proc", studio)
    #expect(
      run
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: no worker process can be started: '/proc/self/exe' can't be opened: No such file or "
            + "directory; mount its file system, or set 'isolation: none'\n"))
    try studio.must("echo 'isolation: none' >>job.yaml")
    #expect(
      try Self.shell("upright run --quiet job.yaml", without: "/proc", studio) == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }

  @Test(
    "A job from standard input needs neither /proc nor /dev", .enabled(if: canMount),
    arguments: ["/proc", "/dev"])
  func job(folder: String) throws {
    let studio = try Self.studio()
    let plan = "upright plan --root . /dev/stdin <job.yaml"
    let usual = try studio.shell(plan)
    #expect(usual.ending == .exit(0))
    #expect(try Self.shell(plan, without: folder, studio) == usual)
  }

  @Test("Without /dev/null the message names it, and it is no fault of upright's", .enabled(if: canMount))
  func noNull() throws {
    let studio = try Self.studio()
    #expect(
      try Self.shell("upright run --quiet job.yaml", without: "/dev", studio)
        == CommandRun(
          .exit(2),
          stderr:
            "job.yaml: error: no worker process can be started: '/dev/null' can't be opened: No such file or directory; "
            + "mount its file system, or set 'isolation: none'\n"))
    // A closed stream's number goes to no file of ours.
    try studio.must("echo 'isolation: none' >>job.yaml")
    #expect(
      try Self.shell("upright run --quiet job.yaml <&- >&- 2>&-", without: "/dev", studio)
        == CommandRun(.exit(0)))
    try studio.expectAsClean()
  }
}
