import Glibc

/// Text that is gathered in a file while a batch runs, and removed with the folder it stands in, if that is empty.
package final class Spool {
  private let descriptor: Descriptor
  private let folder: String
  private var path: String { folder + "/spool.jsonl" }
  /// Bytes so far.
  package private(set) var end = 0

  /// Makes `folder`, and an empty file in it.
  package init(_ folder: String) throws(SystemError) {
    self.folder = folder
    try OutputFile.makeFolder(folder)
    descriptor = try Descriptor.open(folder + "/spool.jsonl", O_RDWR | O_CREAT | O_TRUNC, mode: 0o666)
  }

  deinit {
    unlink(path)
    rmdir(folder)
    rmdir(folder.parentFolder)
  }

  /// Adds `text` at the end.
  package func append(_ text: String) throws(SystemError) {
    try Descriptor.write(Array(text.utf8), to: descriptor.number)
    end += text.utf8.count
  }

  /// `count` bytes from `offset`.
  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try descriptor.read(count, at: offset)
  }
}
