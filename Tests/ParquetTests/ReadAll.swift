import JSON
import Parquet
import System

extension ParquetFile {
  /// All rows as one object each, with the pictures' bytes as hexadecimal digits. Each picture is read twice:
  /// by a walk, and by its place.
  func allRows() throws -> [JSONValue] {
    let pictures = try ParquetPictureColumn("image", in: self)
    var walk = ParquetPictureWalk(self, pictures)
    var found: [ArraySlice<UInt8>?] = []
    while let picture = try walk.next() {
      guard picture.row == found.count else { throw ParquetFault(.damaged, "rows are not in order") }
      found.append(picture.bytes)
    }
    guard found.count == rows, walk.index.count == rows else {
      throw ParquetFault(.damaged, "rows are missing")
    }
    let names = columns.map(\.name).filter { $0 != "image" }
    var values = try ParquetRows(self, columns: [pictures.pathColumn].compactMap { $0 } + names)
    var reader = ParquetPictureReader(self, pictures)
    var result: [JSONValue] = []
    while let row = try values.next() {
      let picture = found[result.count]
      let place = walk.index.place(of: result.count)
      guard try place.map({ try reader.bytes(at: $0) }) == picture else {
        throw ParquetFault(.damaged, "a picture's place is wrong")
      }
      guard walk.index.bytes(of: result.count) == picture?.count else {
        throw ParquetFault(.damaged, "a picture's size is wrong")
      }
      let text = picture.map { JSONValue.text(hexadecimal($0)) } ?? .null
      result.append(.object([.init(key: "image", value: text)] + row))
    }
    guard result.count == rows else { throw ParquetFault(.damaged, "rows are missing") }
    return result
  }
}
