import Archives
import Glibc
import ImageModel
import Imaging
import System

/// The bytes of one version of an archive or a Parquet file, read by position.
struct ContainerBytes: Sendable {
  private enum Storage {
    /// An open file, which shows this identity as long as it isn't changed.
    case file(SharedDescriptor, opened: FileIdentity)
    case web(WebRanges)
  }

  let identity: FileIdentity
  private let storage: Storage

  init(_ source: consuming OpenSource) {
    (identity, storage) = (
      source.version.file, .file(SharedDescriptor(source.descriptor), opened: source.opened.file)
    )
  }

  init(_ ranges: WebRanges) { (identity, storage) = (ranges.identity, .web(ranges)) }

  /// The number of the open file; nil for ranges of the web.
  var number: Int32? { if case .file(let file, _) = storage { file.number } else { nil } }

  /// Up to `count` bytes from `offset` on; fewer at the end of the file. Throws `source_changed` if a file on the web
  /// has another version now.
  func bytes(_ count: Int, at offset: Int) throws(OpeningError) -> [UInt8] {
    switch storage {
    case .web(let ranges): return try ranges.bytes(count, at: offset)
    case .file(let file, _):
      do throws(SystemError) { return try file.read(count, at: offset) } catch {
        throw OpeningError(reading: error)
      }
    }
  }

  /// A sealed file in memory with `count` bytes from `offset` on. Throws `io_error` or `source_changed` if the file
  /// has fewer bytes.
  func contents(_ count: Int, at offset: Int) throws(OpeningError) -> MemoryFile {
    switch storage {
    case .web(let ranges): return try ranges.contents(count, at: offset)
    case .file(let file, _):
      do throws(SystemError) { return try file.contents(count, at: offset) } catch {
        throw OpeningError(reading: error)
      }
    }
  }

  /// Throws `source_changed` if the open file was changed. Ranges of the web are checked when they come.
  func checkUnchanged() throws(OpeningError) {
    guard case .file(let file, let opened) = storage else { return }
    do throws(ImageError) { try SourceVersion(opened).check(file.number) } catch {
      throw .source(error.finding)
    }
  }

  /// Asks the kernel to read bytes of a file into its cache, or a server for them, and doesn't wait for that.
  func prefetch(_ count: Int, at offset: Int) {
    switch storage {
    case .file(let file, _):
      _ = posix_fadvise(file.number, off_t(offset), off_t(count), POSIX_FADV_WILLNEED)
    case .web(let ranges): ranges.prefetch(count, at: offset)
    }
  }

  /// Why the last read of ranges failed; nil if none has failed, and for a file.
  var fault: OpeningError? { if case .web(let ranges) = storage { ranges.fault } else { nil } }

  /// The reason for an error that ``read(_:at:)`` threw.
  func error(reading error: SystemError) -> OpeningError {
    error.code == EIO ? fault ?? OpeningError(reading: error) : OpeningError(reading: error)
  }
}

extension ContainerBytes: PackedFile {
  func size() -> Int { identity.bytes }

  /// An error of the network becomes `EIO`. ``error(reading:)`` tells it.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    switch storage {
    case .file(let file, _): return try file.read(count, at: offset)
    case .web(let ranges):
      do throws(OpeningError) { return try ranges.bytes(count, at: offset) } catch { throw SystemError(EIO) }
    }
  }
}
