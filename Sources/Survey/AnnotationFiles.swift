import ImageModel
import JobFile
import System

/// The annotation files of a plan, and the files with names of classes.
package struct AnnotationFiles: Sendable {
  /// The files' names in messages, each once, sorted by bytes.
  package let names: [String]
  /// The paths of files whose names aren't UTF-8.
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

  /// Calls `body` for each file with the index of its name and the result of hashing it. The result is its
  /// size and hash, or the reason why it can't be read.
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
