import Foundation

/// A folder of its own for one test, removed with all in it when the test lets go of it.
package final class TemporaryDirectory: Sendable {
  /// Absolute, links resolved, without `/` at its end.
  package let path: String

  package init() throws {
    var template = Array("\(NSTemporaryDirectory())/upright-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let real = realpath(template, nil) else { throw SystemError("mkdtemp") }
    defer { free(real) }
    path = String(cString: real)
  }

  deinit {
    makeWritable()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The absolute path of something in it.
  package func path(_ relative: String) -> String { "\(path)/\(relative)" }

  /// Folders that a test has closed would stay behind.
  private func makeWritable() {
    let folders = FileManager.default.enumerator(atPath: path)
    while let entry = folders?.nextObject() as? String {
      var status = stat()
      if lstat(self.path(entry), &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        chmod(self.path(entry), 0o755)
      }
    }
  }
}

extension TemporaryDirectory {
  /// Writes a file, making the folders before it.
  package func write(_ bytes: some Sequence<UInt8>, to relative: String) throws {
    try makeFolder(Self.parent(of: relative))
    guard FileManager.default.createFile(atPath: path(relative), contents: Data(bytes)) else {
      throw SystemError("write \(relative)")
    }
  }

  /// Writes text as UTF-8, making the folders before it.
  package func write(_ text: String, to relative: String) throws {
    try write(text.utf8, to: relative)
  }

  /// Writes an empty file whose name need not be UTF-8; the folders before it must exist.
  package func touch(bytes relative: [UInt8]) throws {
    let name = (Array(path.utf8) + Array("/".utf8) + relative).map { CChar(bitPattern: $0) } + [0]
    let file = open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemError("open") }
    close(file)
  }

  /// What stands before the last `/`; empty where there is none.
  private static func parent(of relative: String) -> String {
    relative.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Makes a folder and those before it; one that exists is left as it is.
  package func makeFolder(_ relative: String) throws {
    try FileManager.default.createDirectory(atPath: path(relative), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link with exactly this target, making the folders before it.
  package func link(_ relative: String, to target: String) throws {
    try makeFolder(Self.parent(of: relative))
    try FileManager.default.createSymbolicLink(atPath: path(relative), withDestinationPath: target)
  }

  /// The bytes of a file in it.
  package func read(_ relative: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }

  /// The relative paths of all files and links in it, sorted by their bytes, but for the state of runs.
  package func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { entry in
      if entry.split(separator: "/").contains(".upright") { return false }
      var status = stat()
      return lstat(path(entry), &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// A system call of the tests' own that failed.
package struct SystemError: Error, CustomStringConvertible {
  package let description: String

  /// Takes the words for `errno`.
  package init(_ call: String) {
    description = "\(call): \(String(cString: strerror(errno)))"
  }
}
