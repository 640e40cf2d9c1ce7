import Foundation

/// What a program that ended has left behind.
package struct CommandRun: Hashable, Sendable {
  /// How it ended.
  package enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  package var ending: Ending
  /// All that it wrote to stdout, as text.
  package var stdout: String
  /// All that it wrote to stderr, as text.
  package var stderr: String

  package init(_ ending: Ending, stdout: String = "", stderr: String = "") {
    self.ending = ending
    self.stdout = stdout
    self.stderr = stderr
  }
}

extension CommandRun {
  /// The folder of the built products: that of the test bundle that runs.
  package static func productsFolder() throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: own).deletingLastPathComponent().path
  }

  /// The program that is tested: the one that the variable `UPRIGHT` names by its absolute path, or else the product
  /// `upright` of this build.
  package static func program() throws -> String {
    let named = ProcessInfo.processInfo.environment["UPRIGHT"] ?? ""
    return named.isEmpty ? "\(try productsFolder())/upright" : named
  }

  /// Runs the program that is tested and waits for its end.
  ///
  /// - Parameters:
  ///   - folder: where it runs.
  ///   - environment: put over this process's own; an empty value takes the variable out.
  package static func upright(
    _ arguments: [String], in folder: TemporaryDirectory, environment: [String: String] = [:],
    stdin: String = ""
  ) throws -> CommandRun {
    try run(try program(), arguments, in: folder.path, environment: environment, stdin: stdin)
  }

  /// Runs a program by its absolute path and waits for its end.
  ///
  /// Its output goes to files, so that it never waits for a reader.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String] = [:],
    stdin: String = ""
  ) throws -> CommandRun {
    let streams = try TemporaryDirectory()
    try streams.write(stdin, to: "in")
    try streams.write("", to: "out")
    try streams.write("", to: "err")
    let process = try spawn(
      [program] + arguments, in: folder,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }.filter {
        !$0.value.isEmpty
      },
      streams: [streams.path("in"), streams.path("out"), streams.path("err")])
    return CommandRun(
      try ending(of: process),
      stdout: String(decoding: try streams.read("out"), as: UTF8.self),
      stderr: String(decoding: try streams.read("err"), as: UTF8.self))
  }
}
