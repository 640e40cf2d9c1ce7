import Foundation
import TestSupport
import Testing

/// When messages are coloured, by the rules of https://no-color.org and https://bixense.com/clicolors.
struct ColorTextTests {
  /// False where pseudo-terminals aren't mounted.
  private static let hasTerminals =
    (try? Studio().shell("script -qec true /dev/null", environment: ["SHELL": "/bin/sh"]).ending) == .exit(0)

  private static let plain = "none.yaml: error: can't be read: No such file or directory"
  private static let colored =
    "none.yaml: \u{1B}[1;31merror\u{1B}[0m: can't be read: No such file or directory"

  /// Empty variables aren't there.
  private static func environment(
    noColor: String = "", color: String = "", force: String = "", term: String = "xterm"
  ) -> [String: String] {
    ["NO_COLOR": noColor, "CLICOLOR": color, "CLICOLOR_FORCE": force, "TERM": term, "SHELL": "/bin/sh"]
  }

  @Test(
    "Elsewhere than on a terminal messages are plain, unless colours are forced",
    arguments: [
      (environment(), false), (environment(force: "1"), true), (environment(force: "0"), false),
      (environment(color: "1"), false), (environment(noColor: "1", force: "1"), false),
      (environment(color: "0", force: "1"), true),
    ])
  func file(_ environment: [String: String], _ isColored: Bool) throws {
    #expect(
      try Studio().upright("check", "none.yaml", environment: environment)
        == CommandRun(.exit(2), stderr: (isColored ? Self.colored : Self.plain) + "\n"))
  }

  @Test(
    "On a terminal messages are coloured, unless that is turned off", .enabled(if: hasTerminals),
    arguments: [
      (environment(), true), (environment(noColor: "1"), false), (environment(color: "0"), false),
      (environment(color: "1"), true), (environment(term: "dumb"), false),
    ])
  func terminal(_ environment: [String: String], _ isColored: Bool) throws {
    #expect(
      try Studio().shell("script -qec 'upright check none.yaml' /dev/null", environment: environment).stdout
        == (isColored ? Self.colored : Self.plain) + "\r\n")
  }

  @Test("Warnings and failed rows have their colours, lines of job files none, and names no say")
  func levels() throws {
    let studio = try Studio("outputs: [{path: \"{hash8}.jpg\", crop: \"60,0,10,10\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.folder.write("words", to: "photos/b\u{1B}[0m.jpg")
    let forced = Self.environment(force: "1")
    let lines = try studio.upright("run", "--jobs", "1", "job.yaml", environment: forced).stderr.split(
      separator: "\n")
    #expect(lines[0].hasPrefix("photos/a.jpg: \u{1B}[1;33mwarning\u{1B}[0m: the crop reaches"))
    #expect(lines[1].hasPrefix("photos/b\u{FFFD}[0m.jpg: \u{1B}[1;31mfailed\u{1B}[0m: this is not"))
    #expect(lines[2].hasPrefix("job: 1 of 2 outputs made"))
    try studio.job("sources: [a]\noutputs: [{path: x.jpg}]\nqualty: 1", "wrong.yaml")
    #expect(
      try studio.upright("check", "wrong.yaml", environment: forced).stderr
        == "wrong.yaml:4:1: \u{1B}[1;31merror\u{1B}[0m: unknown key 'qualty': did you mean 'quality'?\n"
        + "qualty: 1\n^\n")
  }
}
