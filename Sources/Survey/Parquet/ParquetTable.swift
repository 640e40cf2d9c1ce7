import Glibc
import Imaging
import ImageModel
import Parquet
import Synchronization
import System

/// A column of pictures in a Parquet file on disk, as it was when the file was walked through.
final class ParquetTable: Sendable {
  /// The identity of the file.
  let identity: FileIdentity
  let file: ParquetFile
  let index: ParquetPictureIndex
  /// Why the walk ended early; nil if all rows are there.
  let fault: ParquetFault?
  /// Keeps the page of the last picture. Neighbours often lie in one page.
  private let reader: Mutex<ParquetPictureReader>

  /// Walks through the column `image` of the file at `path`.
  init(_ path: SourceFile, image: String) throws(OpeningError) {
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

  /// The version of the picture in a row. It changes with the file.
  func version(of place: ParquetPicturePlace) -> SourceVersion {
    SourceVersion(
      part: place.bytes.count, of: identity,
      [UInt64(place.group), place.page.lowerBound, UInt64(place.bytes.lowerBound)])
  }

  /// The bytes of a picture. Throws `source_changed` if the file isn't the same any more.
  func picture(at place: ParquetPicturePlace) throws(OpeningError) -> [UInt8] {
    let result = reader.withLock { reader in
      Result { () throws(ParquetFault) in Array(try reader.bytes(at: place)) }
    }
    do throws(ParquetFault) { return try result.get() } catch {
      throw .source(error.kind == .unread ? .sourceChanged : Finding(error))
    }
  }
}

/// The bytes of a Parquet file. The file is opened for each read, because open files are few.
private struct ParquetSource: ParquetBytes {
  let path: SourceFile
  let identity: FileIdentity

  init(_ path: SourceFile) throws(OpeningError) {
    self.path = path
    identity = try path.open().version.file
  }

  var size: UInt64 { UInt64(clamping: identity.bytes) }

  func read(_ range: Range<UInt64>) throws(ParquetFault) -> [UInt8] {
    let source: OpenSource
    do throws(OpeningError) { source = try path.open() } catch {
      throw ParquetFault(.unread, error.finding.message)
    }
    guard source.version.file == identity else { throw ParquetFault(.unread, "changed while it was read") }
    return try ParquetDescriptor(source.descriptor.number, size: size).read(range)
  }
}

extension ParquetFile {
  /// The description of the file at `path`, and the identity of the file.
  static func opened(_ path: SourceFile) throws(OpeningError) -> (ParquetFile, FileIdentity) {
    let bytes = try ParquetSource(path)
    do throws(ParquetFault) { return (try ParquetFile(bytes), bytes.identity) } catch {
      throw .source(Finding(error))
    }
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
