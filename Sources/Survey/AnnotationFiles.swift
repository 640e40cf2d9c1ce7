import ImageModel
import JobFile
import System

/// The annotation files of a plan, and the files with names of classes.
package struct AnnotationFiles: Sendable {
  /// The files' names as messages give them. Each name occurs once. The names are sorted by bytes.
  package let names: [String]
  /// The paths of the files whose names aren't UTF-8. The key is the file's name in messages.
  private let odd: [String: [UInt8]]
  private let base: BaseFolder

  package init(_ names: [String], odd: [String: [UInt8]], _ base: BaseFolder) {
    var sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var last: String?
    sorted.removeAll { name in
      defer { last = name }
      return last?.hasSameBytes(as: name) == true
    }
    self.names = sorted
    self.odd = odd
    self.base = base
  }

  /// Hashes each file, and calls `body` with the index of the file's name and the result. The result is the
  /// file's size and hash, or the reason why the file can't be read.
  ///
  /// Throws as ``FileHashing/forEach(count:name:sum:_:)`` does.
  package func forEachSum(
    _ sums: FileHashing, _ body: (Int, Result<FileHash, ImageError>) throws -> Void
  ) throws {
    try sums.forEach(
      count: names.count, name: { names[$0] }, sum: { file throws(OpeningError) in try sum(of: file) }, body)
  }

  private func sum(of file: Int) throws(OpeningError) -> FileHash {
    let path = odd[names[file]] ?? Array(names[file].utf8)
    let sum = base.withFileSystemPath(of: path) { path in
      Result { () throws(OpeningError) in try OpenSource.openAnnotations(path).sum() }
    }
    return try sum.get()
  }
}
