import Foundation
import TestSupport
import Testing

/// stdout and stderr that are full, closed or a terminal.
struct StreamTests {
  private static let hasFullDevice = access("/dev/full", W_OK) == 0

  /// False where pseudo-terminals aren't mounted.
  static let hasTerminals =
    (try? Studio().shell("script -qec true /dev/null", environment: ["SHELL": "/bin/sh"]).ending) == .exit(0)

  private static func studio() throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    return studio
  }

  @Test(
    "A full stdout is told, with status 74", .enabled(if: hasFullDevice),
    arguments: [
      "plan job.yaml", "plan --json job.yaml", "run --quiet --json job.yaml", "probe photos/a.jpg", "schema",
      "--help", "--version",
    ])
  func full(call: String) throws {
    #expect(
      try Self.studio().shell("upright \(call) >/dev/full")
        == CommandRun(
          .exit(74),
          stderr: "upright: error: can't write to standard output: No space left on device\n"))
  }

  @Test("What was made stays made when only stdout is full", .enabled(if: hasFullDevice))
  func fullAfterRun() throws {
    let studio = try Self.studio()
    _ = try studio.shell("upright run --json job.yaml >/dev/full")
    #expect(
      studio.folder.files() == ["job.manifest.jsonl", "job.yaml", "out/a.jpg", "photos/a.jpg"])
  }

  @Test(
    "A closed pipe ends quietly, whether its signal is obeyed or ignored",
    arguments: ["", "trap '' PIPE; "],
    ["schema", "plan job.yaml", "probe photos/a.jpg", "run --json --quiet job.yaml"])
  func closedPipe(signal: String, call: String) throws {
    let studio = try Self.studio()
    // The reader is gone before the writer begins.
    #expect(
      try studio.shell(
        "\(signal)mkfifo pipe; { : <pipe; } & exec 3>pipe; wait; upright \(call) >&3 2>err; cat err")
        == CommandRun(.exit(0)))
  }

  @Test("A run of one slow picture shows that it is alive", .enabled(if: hasTerminals))
  func slow() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: x.avif, resize: {width: 1000, enlarge: true}, speed: 3}]
      limits: {seconds_per_image: 300}
      """)
    try studio.add(.tagged(1, width: 32, height: 24), "photos/a.jpg")
    let size = try studio.folder.read("photos/a.jpg").count
    let shown = size < 1000 ? "\(size) B" : "\((size + 50) / 1000).\((size + 50) / 100 % 10) kB"
    let run = try studio.shell(
      "script -qec 'upright run job.yaml' /dev/null", environment: ["TERM": "xterm", "SHELL": "/bin/sh"])
    #expect(run.ending == .exit(0))
    let alive = try Regex(#"^\r\[-{24}\] 0/1 images, 1 in work, 0 B of \#(shown), \d+ s gone\x1B\[K"#)
    #expect(run.stdout.prefixMatch(of: alive) != nil, "\(run.stdout)")
    #expect(!run.stdout.contains(" left"))
  }

  @Test("A run that waits for its lock shows that it is alive", .enabled(if: hasTerminals))
  func waiting() throws {
    let studio = try Self.studio()
    try studio.folder.write("", to: "out/.upright/job/lock")
    let lock = try HeldLock(studio)
    let run = try studio.shell(
      "script -qec 'upright run --wait 1 job.yaml' /dev/null",
      environment: ["TERM": "xterm", "SHELL": "/bin/sh"])
    lock.release()
    #expect(run.ending == .exit(75))
    #expect(
      run.stdout.wholeMatch(
        of:
          /(\rgetting ready, \d+ s gone\u{1B}\[K)+\r\u{1B}\[Kjob.yaml: .*is being run by another process.*\s*(\rgetting ready, \d+ s gone\u{1B}\[K\r\u{1B}\[K)?/
      )
        != nil, "\(run.stdout)")
  }

  @Test("A terminal shows a bar and then nothing of it", .enabled(if: hasTerminals), arguments: ["", "1"])
  func bar(noColor: String) throws {
    let studio = try Self.studio()
    let environment = ["TERM": "xterm", "NO_COLOR": noColor, "SHELL": "/bin/sh"]
    let run = try studio.shell("script -qec 'upright run job.yaml' /dev/null", environment: environment)
    #expect(run.ending == .exit(0))
    let bytes = try studio.folder.read("out/a.jpg").count
    let size = bytes < 1000 ? "\(bytes) B" : "\((bytes + 50) / 1000).\((bytes + 50) / 100 % 10) kB"
    let bar = run.stdout.prefixMatch(
      of:
        /(\r\[-+\] 0\/1 [^\r]*)*\r\[########################\] 1\/1 images, \d+\.\d a second, \d[^\r]*\u{1B}\[K\r\u{1B}\[K/
    )
    #expect(
      run.stdout.dropFirst(bar?.0.count ?? 0)
        == "job: 1 of 1 output made from 1 image; \(size); manifest job.manifest.jsonl\r\n")
    #expect(bar != nil)
    let quiet = try studio.shell(
      "script -qec 'upright run --quiet job.yaml' /dev/null", environment: environment)
    #expect(quiet.stdout == "")
    let dumb = try studio.shell(
      "script -qec 'upright run job.yaml' /dev/null",
      environment: environment.merging(["TERM": "dumb"]) { $1 })
    #expect(dumb.stdout.hasPrefix("job: 0 of 1 output made from 1 image, 1 done before"))
  }
}
