/// The program gzip.
package enum GzipProgram {
  /// A gzip file of `bytes`, which are compressed as well as the program can.
  package static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    try folder.write(bytes, to: "file")
    let run = try CommandRun.run("/bin/gzip", ["-9n", "file"], in: folder.path)
    guard run.ending == .exit(0) else { throw SystemError("gzip") }
    return try folder.read("file.gz")
  }
}
