import ImageModel
import System

/// A file that contains sources: an archive or a Parquet file.
enum ContainerFile: Hashable, Sendable {
  case local(SourceFile)
  case web(WebFile)

  /// The path of a local file, or the name of a file on the web.
  var name: [UInt8] {
    switch self {
    case .local(let file): file.path.dropLast().map { UInt8(bitPattern: $0) }
    case .web(let file): Array(file.name.utf8)
    }
  }

  /// Opens the file. A file on the web is opened once in a job.
  func open() throws(OpeningError) -> ContainerBytes {
    switch self {
    case .local(let file): ContainerBytes(try file.open())
    case .web(let file): try file.open()
    }
  }

  /// The identity of the file now, and of a file on the web when it was opened. Nil if there is no such file.
  var identity: FileIdentity? {
    switch self {
    case .local(let file): file.version?.file
    case .web: (try? open())?.identity
    }
  }

  func isSameFile(as file: FileStatus) -> Bool {
    if case .local(let own) = self { own.isSameFile(as: file) } else { false }
  }
}
