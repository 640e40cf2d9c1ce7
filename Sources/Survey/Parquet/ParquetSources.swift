import ImageModel
import Imaging
import JobFile
import Parquet
import Synchronization
import System

/// The Parquet files of a job. It walks through each of them once, and opens the pictures in their rows.
final class ParquetSources: Sendable {
  private struct Key: Hashable {
    let file: ContainerFile
    let image: String
  }

  /// The most bytes of a picture that is a source.
  private let largest: Int
  private let tables: OncePerKey<Key, ParquetTable>
  /// The tables whose pages are in memory, the one used last at the end.
  private let recent = Mutex<[ParquetTable]>([])

  init(largest: Int) {
    self.largest = largest
    tables = OncePerKey()
  }

  /// The table in `file`, as it was at the first call.
  func table(_ file: ContainerFile, image: String) throws(OpeningError) -> ParquetTable {
    try tables.value(Key(file: file, image: image)) { () throws(OpeningError) in
      try ParquetTable(file, image: image)
    }
  }

  /// Opens a picture, which lies in memory while it is open. Throws `source_changed` if it isn't of the version
  /// `planned`; nil stands for any version.
  func open(
    _ path: MemberPath, of file: ContainerFile, _ planned: SourceVersion?
  ) throws(OpeningError) -> OpenSource {
    let (table, place) = try find(path, file)
    let version = table.version(of: place)
    if let planned, planned != version { throw .source(.sourceChanged) }
    let bytes = try picture(at: place, in: table)
    do throws(ImageError) { return try OpenSource(bytes, version) } catch { throw .source(error.finding) }
  }

  /// Calls `body` with the version and the bytes of a picture.
  func read<Value>(
    _ path: MemberPath, of file: ContainerFile, _ trouble: (SystemError) -> Void,
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    let source: SurveyedSource
    do throws(OpeningError) {
      let (table, place) = try find(path, file)
      let bytes = try picture(at: place, in: table)
      source = SurveyedSource(
        version: table.version(of: place), bytes: ByteSource(bytes), heldBytes: bytes.count)
    } catch { throw error.refusal(trouble) }
    return try body(source)
  }

  /// Asks for the page of a picture, which an image needs soon, if the file is on the web. Errors are ignored: opening the
  /// picture reports them.
  func prefetch(_ path: MemberPath, of file: ContainerFile) {
    guard case .web = file, let (table, place) = try? find(path, file), let container = try? file.open(),
      container.identity == table.identity
    else { return }
    let count = Int(clamping: place.page.upperBound - place.page.lowerBound)
    container.prefetch(count, at: Int(clamping: place.page.lowerBound))
  }

  /// The version of a picture now. Nil if there is none, or if the file was changed since the walk.
  func version(of path: MemberPath, in file: ContainerFile) -> SourceVersion? {
    guard let (table, place) = try? find(path, file), file.identity == table.identity else { return nil }
    return table.version(of: place)
  }

  /// The version of a picture at the walk through its file; nil if there is none.
  func walkedVersion(of path: MemberPath, in file: ContainerFile) -> SourceVersion? {
    guard let (table, place) = try? find(path, file) else { return nil }
    return table.version(of: place)
  }

  /// The bytes of a picture. Drops the pages of tables that weren't used for a while, if all kept pages are too many.
  private func picture(
    at place: ParquetPicturePlace, in table: ParquetTable
  ) throws(OpeningError) -> [UInt8] {
    let bytes = Result { () throws(OpeningError) in try table.picture(at: place) }
    recent.withLock { tables in
      if tables.last !== table {
        tables.removeAll { $0 === table || $0.heldBytes == 0 }
        tables.append(table)
      }
      var held = tables.lazy.map(\.heldBytes).reduce(0, +)
      for other in tables.dropLast() where held > FixedLimits.Parquet.keptBytes {
        held -= other.heldBytes
        other.dropPages()
      }
    }
    return try bytes.get()
  }

  private func find(
    _ path: MemberPath, _ file: ContainerFile
  ) throws(OpeningError) -> (ParquetTable, ParquetPicturePlace) {
    guard let row = path.row else { throw .source(Finding(.notFound, "names no row of the file")) }
    let table = try table(file, image: row.image)
    guard let place = table.index.place(of: row.number) else {
      throw .source(Finding(.notFound, "the row has no picture"))
    }
    if place.bytes.count > largest { throw .source(.tooLarge(place.bytes.count, limit: largest)) }
    return (table, place)
  }
}
