import Foundation
import TestSupport
import Testing

/// What tests of runs after runs look at.
extension Studio {
  /// What tells a file from another one that was put in its place.
  private struct Identity: Hashable {
    let inode: UInt
    let seconds: Int
    let nanoseconds: Int

    init(_ path: String) throws {
      var status = stat()
      guard lstat(path, &status) == 0 else { throw SystemError("lstat \(path)") }
      inode = UInt(status.st_ino)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private func identities() throws -> [String: Identity] {
    try Dictionary(uniqueKeysWithValues: folder.files().map { ($0, try Identity(folder.path($0))) })
  }

  /// Runs upright, and tells which files are new, gone, or others than before.
  func changes(_ arguments: String...) throws -> (run: CommandRun, files: [String]) {
    try changes(arguments)
  }

  private func changes(_ arguments: [String]) throws -> (run: CommandRun, files: [String]) {
    let before = try identities()
    let run = try CommandRun.upright(arguments, in: folder)
    let after = try identities()
    let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    return (run, names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// Runs upright, expects that it ends so, saying this on stderr, and that no files but these are new, gone, or others
  /// than before.
  func expect(
    _ status: Int32 = 0, says stderr: @autoclosure () throws -> String, files: [String],
    by arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (run, names) = try changes(arguments)
    #expect(run == CommandRun(.exit(status), stderr: try stderr()), sourceLocation: sourceLocation)
    #expect(names == files, sourceLocation: sourceLocation)
  }

  /// Expects that the manifest and all in `out` are what a first run makes of the same job and sources elsewhere,
  /// but for `more` files that no run makes any more.
  func expectAsClean(besides more: Set<String> = [], sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let other = try Studio()
    try FileManager.default.copyItem(atPath: folder.path("photos"), toPath: other.folder.path("photos"))
    try other.folder.write(try folder.read("job.yaml"), to: "job.yaml")
    let run = try other.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(0) || run.ending == .exit(1), sourceLocation: sourceLocation)
    #expect(try other.made() == made(besides: more), sourceLocation: sourceLocation)
    #expect(temporaries() == [], sourceLocation: sourceLocation)
  }

  /// The bytes of the manifest and of all in `out`.
  private func made(besides more: Set<String> = []) throws -> [String: [UInt8]] {
    try contents(besides: more).filter { $0.key == "job.manifest.jsonl" || $0.key.hasPrefix("out/") }
  }

  /// What runs have left that isn't whole.
  func temporaries() -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter {
      $0.hasSuffix("tmp") && !$0.hasSuffix(".upright/job/tmp") || $0.hasSuffix("journal.new")
    }
  }

  /// The size of these files together as summaries tell it.
  func size(_ paths: String...) throws -> String {
    let bytes = try paths.reduce(0) { $0 + (try folder.read($1).count) }
    // Of a picture of a test: never a MB.
    return bytes < 1000 ? "\(bytes) B" : "\((bytes + 50) / 1000).\((bytes + 50) / 100 % 10) kB"
  }

  /// Runs a shell command that has to succeed, silently.
  func must(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try shell(command) == CommandRun(.exit(0)), sourceLocation: sourceLocation)
  }

  /// The lines of the journal.
  func journal() throws -> [Substring] { try text("out/.upright/job/journal").split(separator: "\n") }

  /// Takes the lines of some kinds out of the journal, as if a run had been killed before it wrote them.
  func forget(_ kinds: String...) throws {
    let kept = try journal().filter { line in !kinds.contains { line.dropFirst(9).hasPrefix($0 + "\t") } }
    try folder.write(kept.map { $0 + "\n" }.joined(), to: "out/.upright/job/journal")
  }
}
