import Glibc
import ImageModel
import Imaging
import System

/// A source that is open for reading.
package struct OpenSource: ~Copyable {
  package let descriptor: Descriptor
  package let version: SourceVersion
  /// The version that the descriptor shows as long as its file isn't changed. This is the source's own
  /// version, unless the source lies in a ``MemoryFile``.
  package let opened: SourceVersion
  /// Bytes of memory that the open source takes; 0 for a file.
  package let heldBytes: Int
  /// True if only the front of the file is here (``ImagePlan/frontBytes``).
  package var isFront = false
  /// The mask file beside the source; nil if the plan has none.
  var openMask: Descriptor?

  /// Opens the file at `path` without ever waiting for a FIFO or a device. Links are followed.
  package static func open(_ path: UnsafePointer<CChar>) throws(OpeningError) -> OpenSource {
    var kind: Finding?
    let source: OpenSource
    do throws(SystemError) { source = try opened(path, refusal: &kind) } catch {
      throw error.isTemporary ? .system(error) : .source(Finding(opening: error))
    }
    if let kind { throw .source(kind) }
    return source
  }

  /// Opens the file at `path`. Sets `refusal` if it isn't a regular file.
  private static func opened(
    _ path: UnsafePointer<CChar>, refusal: inout Finding?
  ) throws(SystemError) -> OpenSource {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let status = try descriptor.status()
    if status.isSpecial {
      let kind = status.isFolder ? "a folder" : "a FIFO or device"
      refusal = Finding(.notAFile, "is \(kind), not a regular file")
    }
    let version = SourceVersion(status.identity)
    return OpenSource(descriptor: descriptor, version: version, opened: version, heldBytes: 0)
  }

  /// The descriptor of the mask file beside the source; nil if the plan has none.
  package var mask: Int32? {
    switch openMask {
    case .some(let mask): mask.number
    case .none: nil
    }
  }

  /// Throws `source_changed` if the source was changed after it was opened, and `io_error` if its status can't
  /// be read.
  package func checkUnchanged() throws(ImageError) { try opened.check(descriptor.number) }

  /// Asks the kernel to read the whole file into its cache, and doesn't wait for that (posix_fadvise(2)).
  package func prefetch() { _ = posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_WILLNEED) }
}

extension OpenSource {
  /// The bytes of a version as a source in memory. Throws `io_error` if there is no file in memory for them.
  init(_ bytes: [UInt8], _ version: SourceVersion) throws(ImageError) {
    do throws(SystemError) { try self.init(MemoryFile(bytes), version) } catch {
      throw ImageError(.ioError(error.code))
    }
  }

  /// A sealed file in memory as a source of this version.
  init(_ file: MemoryFile, _ version: SourceVersion) throws(SystemError) {
    let descriptor = try file.duplicate()
    let opened = SourceVersion(try descriptor.status().identity)
    self.init(descriptor: descriptor, version: version, opened: opened, heldBytes: version.bytes)
  }
}

extension SourceVersion {
  /// Throws `source_changed` if the open source isn't of this version any more, and `io_error` if its status
  /// can't be read. `number` is the source's descriptor.
  package func check(_ number: Int32) throws(ImageError) {
    let status: FileStatus
    do throws(SystemError) { status = try FileStatus(of: number) } catch {
      throw ImageError(.ioError(error.code))
    }
    if SourceVersion(status.identity) != self { throw ImageError(.sourceChanged) }
  }
}

/// Why a source can't be opened.
package enum OpeningError: Error {
  /// `not_found`, `unreadable`, `io_error` or `not_a_file`.
  case source(Finding)
  /// Trouble that isn't the source's, such as too many open files.
  case system(SystemError)
  /// Trouble that no source of the same kind can be opened with.
  case all(Halt)

  /// Trouble while an open source is read.
  init(reading error: SystemError) {
    self = error.isTemporary ? .system(error) : .source(.ioError(error.code))
  }

  /// The finding for the source. Trouble of the system becomes a finding for the source too.
  package var finding: Finding {
    switch self {
    case .source(let finding): finding
    case .system(let error): Finding(opening: error)
    case .all(let halt): Finding(.httpStatus, halt.message)
    }
  }

  /// The refusal of the source. `trouble` gets trouble of the system.
  func refusal(_ trouble: (SystemError) -> Void) -> SourceRefusal {
    if case .system(let error) = self { trouble(error) }
    return SourceRefusal(finding)
  }

  /// The finding for the source `name`. Trouble of the system is thrown as a halt.
  package func finding(of name: String) throws(Halted) -> Finding {
    switch self {
    case .system(let error): throw Halted(Halt(error, source: name))
    case .all(let halt): throw Halted(halt)
    case .source(let finding): return finding
    }
  }
}

extension Finding {
  /// The finding that says why a source can't be opened.
  init(opening error: SystemError) {
    switch error.code {
    case ENOENT, ENOTDIR: self.init(.notFound, "there is no such file")
    case ENXIO: self.init(.notAFile, "is a socket or device, not a regular file")
    case EIO: self = .ioError(error.code)
    default: self.init(.unreadable, "can't be read: \(error.message)")
    }
  }
}
