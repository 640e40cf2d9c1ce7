import TestSupport
import Testing

/// What commands that look at sources show on a terminal, with a disk on which each open of a source takes 0.3 s.
@Suite(.enabled(if: StreamTests.hasTerminals))
struct HeartbeatTests {
  private static func studio() throws -> Studio {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpeg\"}]")
    for name in ["a", "b", "c"] { try studio.add(.tagged(1), "photos/\(name).jpg") }
    return studio
  }

  /// The arguments of `script`, which connects `call` to a terminal.
  private static func onTerminal(_ call: String) throws -> String {
    let library = "\(try CommandRun.productsFolder())/libCSlow.so"
    let slow = "LD_PRELOAD=\(library) UPRIGHT_SLOW_NAMES=.jpg UPRIGHT_SLOW_MILLISECONDS=300"
    return "script -qec 'env \(slow) upright \(call)' /dev/null"
  }

  private static let terminal = ["TERM": "xterm", "SHELL": "/bin/sh"]

  @Test(
    "A terminal shows that the command is alive and how much it has looked at, and then nothing of it",
    arguments: [
      ("plan --jobs 1 --summary job.yaml", "planning", #"job: 3 sources, [^\r]*\r\n"#),
      ("lock --jobs 1 job.yaml", "locking", #"job.lock.jsonl: 3 sources, [^\r]*\r\n"#),
      ("verify --jobs 1 job.manifest.jsonl", "verifying", #"job.manifest.jsonl: 3 rows, [^\r]*\r\n"#),
      (
        "run --jobs 1 --dry-run --force job.yaml", "getting ready",
        #"(make [^\r]*\r\n){3}job: 3 of 3 [^\r]*\r\n"#
      ),
    ])
  func alive(call: String, deed: String, said: String) throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let run = try studio.shell(try Self.onTerminal(call), environment: Self.terminal)
    #expect(run.ending == .exit(0))
    let line = #"\r\#(deed), \d+ s gone(, (\d+) images? looked at)?(, \d+\.?\d* k?B hashed)?\x1B\[K"#
    let rest = run.stdout.replacing(try Regex(#"(\#(line))+\r\x1B\[K"#), with: "")
    #expect(rest.wholeMatch(of: try Regex(said)) != nil, "\(run.stdout)")
    #expect(run.stdout.contains("image looked at") || run.stdout.contains("images looked at"))
    #expect(run.stdout.contains("B hashed") == (deed == "locking" || deed == "verifying"))
  }

  @Test("A message takes the place of what is drawn")
  func message() throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    try studio.must("rm out/b.jpeg")
    let run = try studio.shell(
      try Self.onTerminal("verify --jobs 1 job.manifest.jsonl"), environment: Self.terminal)
    #expect(run.ending == .exit(1))
    #expect(run.stdout.contains("\u{1B}[K\r\u{1B}[Kline 2, "), "\(run.stdout)")
  }

  @Test(
    "Nothing is drawn with --quiet, nor where stderr is no terminal",
    arguments: [
      "run --jobs 1 --dry-run --quiet job.yaml", "plan --jobs 1 --out plan.jsonl job.yaml 2>err",
      "lock --jobs 1 job.yaml 2>err", "verify --outputs-only job.manifest.jsonl 2>err",
    ])
  func silent(call: String) throws {
    let studio = try Self.studio()
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let run = try studio.shell(try Self.onTerminal(call) + "; cat err", environment: Self.terminal)
    #expect(!run.stdout.contains("\u{1B}") && !run.stdout.contains("gone"), "\(run.stdout)")
  }
}
