import Foundation
import TestSupport

/// A folder with pictures and job files in which the binary runs.
struct Studio {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A studio with the job file `job.yaml`: version, sources from `photos/`, and `keys`.
  init(_ keys: String, sources: String = #"["photos/*.jpg"]"#) throws {
    try self.init()
    try job("sources: \(sources)\n\(keys)")
  }

  /// Writes a job file of version 1.
  func job(_ text: String, _ name: String = "job.yaml") throws {
    try folder.write("version: 1\n\(text)\n", to: name)
  }

  func add(_ picture: Picture, _ path: String) throws {
    try folder.write(try picture.jpeg(), to: path)
  }

  func upright(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandRun {
    try CommandRun.upright(arguments, in: folder, environment: environment)
  }

  /// Runs a shell command in which `upright` is the binary.
  func shell(_ command: String, environment: [String: String] = [:]) throws -> CommandRun {
    let path =
      "\(URL(fileURLWithPath: try CommandRun.program()).deletingLastPathComponent().path):/usr/bin:/bin"
    return try CommandRun.run(
      "/bin/sh", ["-c", command], in: folder.path, environment: environment.merging(["PATH": path]) { $1 })
  }

  func text(_ path: String) throws -> String { String(decoding: try folder.read(path), as: UTF8.self) }

  /// SHA-256 of a file in hexadecimal, by coreutils.
  func sha256(_ path: String) throws -> String {
    String(try CommandRun.run("/usr/bin/sha256sum", [path], in: folder.path).stdout.prefix(64))
  }

  /// The manifest's rows.
  func rows(_ manifest: String = "job.manifest.jsonl") throws -> [Row] {
    try text(manifest).split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
  }

  /// `name` and the bytes of each file, and what `name` is for what isn't a file.
  func contents(besides passedOver: Set<String> = []) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in folder.files() where !passedOver.contains(name) { contents[name] = try folder.read(name) }
    return contents
  }
}

/// What tests look at of a manifest's row.
struct Row: Decodable, Hashable {
  struct Note: Decodable, Hashable {
    var code: String
    var message: String
  }

  var source: String
  var id: String
  var output: String?
  var status: String
  var error: Note?
  var warnings: [Note]
  var notes: [Note]
  var source_sha256: String?
  var output_sha256: String?
  var output_size: [Int]?
}
