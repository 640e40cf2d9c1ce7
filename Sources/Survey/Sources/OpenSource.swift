import Glibc
import ImageModel
import Imaging
import System

/// A source that is open for reading: a regular file.
package struct OpenSource: ~Copyable {
  package let descriptor: Descriptor
  package let status: FileStatus

  /// Opens the file at `path` without ever waiting for a FIFO or a device. Links are followed.
  package static func open(_ path: UnsafePointer<CChar>) throws(OpeningError) -> OpenSource {
    let source: OpenSource
    do throws(SystemError) { source = try opened(path) } catch {
      throw error.isTemporary ? .system(error) : .source(Finding(opening: error))
    }
    if source.status.isFolder { throw .source(Finding(.notAFile, "is a folder, not a regular file")) }
    if source.status.isSpecial {
      throw .source(Finding(.notAFile, "is a FIFO or device, not a regular file"))
    }
    return source
  }

  private static func opened(_ path: UnsafePointer<CChar>) throws(SystemError) -> OpenSource {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let status = try descriptor.status()
    return OpenSource(descriptor: descriptor, status: status)
  }

  /// Has the kernel bring the whole file into its memory, while nobody waits for it (posix_fadvise(2)).
  package func prefetch() { _ = posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_WILLNEED) }
}

/// Why a source can't be opened.
package enum OpeningError: Error {
  /// `not_found`, `unreadable`, `io_error` or `not_a_file`.
  case source(Finding)
  /// Trouble that isn't the source's, such as too many open files.
  case system(SystemError)

  /// The same for a source alone.
  package var finding: Finding {
    switch self {
    case .source(let finding): finding
    case .system(let error): Finding(opening: error)
    }
  }
}

extension Finding {
  /// Why a source can't be opened.
  init(opening error: SystemError) {
    switch error.code {
    case ENOENT, ENOTDIR: self.init(.notFound, "there is no such file")
    case ENXIO: self.init(.notAFile, "is a socket or device, not a regular file")
    case EIO: self = .ioError(error.code)
    default: self.init(.unreadable, "can't be read: \(error.message)")
    }
  }
}
