import Glibc
import Imaging
import ImageModel
import Parquet
import Synchronization
import System

/// A column of pictures in a Parquet file, as it was when the file was walked through.
final class ParquetTable: Sendable {
  /// The identity of the file.
  let identity: FileIdentity
  let file: ParquetFile
  let index: ParquetPictureIndex
  /// Why the walk ended early; nil if all rows are there.
  let fault: ParquetFault?
  private let reader: Mutex<ParquetPictureReader>
  /// The bytes of the pages that ``reader`` keeps.
  private let held = Atomic(0)
  private let path: ContainerFile

  /// Walks through the column `image` of the file at `path`.
  init(_ path: ContainerFile, image: String) throws(OpeningError) {
    self.path = path
    (file, identity) = try ParquetFile.opened(path)
    do throws(ParquetFault) {
      let column = try ParquetPictureColumn(image, in: file)
      var walk = ParquetPictureWalk(file, column)
      var fault: ParquetFault?
      do throws(ParquetFault) { while try walk.next() != nil {} } catch { fault = error }
      (index, self.fault) = (walk.index, fault)
      reader = Mutex(ParquetPictureReader(file, column))
    } catch { throw .source(Finding(error)) }
  }

  /// The finding for ``fault``.
  var finding: Finding? {
    fault.map { $0.kind == .unread ? path.error($0).finding : Finding($0, rowsBefore: index.count) }
  }

  /// The error for a fault of the file's bytes.
  func error(_ fault: ParquetFault) -> OpeningError { path.error(fault) }

  /// The version of the picture in a row. It changes with the file.
  func version(of place: ParquetPicturePlace) -> SourceVersion {
    SourceVersion(
      part: place.bytes.count, of: identity,
      [UInt64(place.group), place.page.lowerBound, UInt64(place.bytes.lowerBound)])
  }

  /// The bytes of a picture. Throws `source_changed` if the file isn't the same any more.
  func picture(at place: ParquetPicturePlace) throws(OpeningError) -> [UInt8] {
    let result = reader.withLock { reader in
      let result = Result { () throws(ParquetFault) in Array(try reader.bytes(at: place)) }
      held.store(reader.heldBytes, ordering: .relaxed)
      return result
    }
    do throws(ParquetFault) { return try result.get() } catch {
      if error.kind == .unread, case .local = path { throw .source(.sourceChanged) }
      throw path.error(error)
    }
  }
}

extension ParquetTable {
  /// The bytes of pages that stay in memory for the next picture.
  var heldBytes: Int { held.load(ordering: .relaxed) }

  /// Gives up the kept pages, unless a thread reads a picture now.
  func dropPages() {
    reader.withLockIfAvailable { reader in
      reader.dropPages()
      held.store(0, ordering: .relaxed)
    }
  }
}

/// The bytes of a Parquet file. A file on a disk is opened for each read, because open files are few.
private struct ParquetSource: ParquetBytes {
  let path: ContainerFile
  let identity: FileIdentity

  init(_ path: ContainerFile) throws(OpeningError) {
    self.path = path
    identity = try path.open().identity
  }

  var size: UInt64 { UInt64(clamping: identity.bytes) }

  func read(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8] {
    do throws(OpeningError) {
      let container = try path.open()
      guard container.identity == identity else {
        throw .source(Finding(.sourceChanged, "changed while it was read"))
      }
      return try container.bytes(Int(clamping: range.count), at: Int(clamping: range.lowerBound))
    } catch { throw ParquetFault(.unread, error.finding.message) }
  }
}

extension ParquetFile {
  /// The description of the file at `path`, and the identity of the file.
  static func opened(_ path: ContainerFile) throws(OpeningError) -> (ParquetFile, FileIdentity) {
    let bytes = try ParquetSource(path)
    do throws(ParquetFault) { return (try ParquetFile(bytes), bytes.identity) } catch {
      throw path.error(error)
    }
  }
}

extension ContainerFile {
  /// The error for a fault of the file's bytes. The reason why a file on the web can't be read stands in its ranges.
  func error(_ fault: ParquetFault) -> OpeningError {
    if fault.kind == .unread, case .web = self, let reason = (try? open())?.fault { return reason }
    return .source(Finding(fault))
  }
}

extension Finding {
  /// The finding for a Parquet file with a fault, or for one that can't be read here.
  /// `rowsBefore` is the number of rows in front of the fault, if these can be read.
  init(_ fault: ParquetFault, rowsBefore: Int? = nil) {
    let code: Code =
      switch fault.kind {
      case .unsupported: .memberUnsupported
      case .tooLarge: .maxFile
      case .unread: .ioError
      case .damaged, .unfit: .archiveDamaged
      }
    let lost = rowsBefore.map { "; the rows from number \($0) on are left out" } ?? ""
    self.init(code, "the file: \(fault.message)\(lost)")
  }
}
