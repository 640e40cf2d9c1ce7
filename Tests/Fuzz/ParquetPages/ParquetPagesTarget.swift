import Parquet

/// The pages of one column of a Parquet file.
///
/// The input is: a byte that chooses codec and type, one that chooses levels and meaning, two 16-bit numbers
/// of rows and of values, and the pages.
package enum ParquetPagesTarget: FuzzTarget {
  package static let name = "ParquetPages"
  package static let longest = 4096
  /// Bytes before the pages.
  private static let choices = 6

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= choices else { return nil }
    let pages = Array(bytes[choices...])
    let file = PlainParquet.file(pages, description: description(bytes, pages.count))
    guard let file = try? ParquetFile(ParquetMemory(file), limits: PlainParquet.limits) else {
      let rows = Int(bytes[2]) | Int(bytes[3]) << 8
      return rows > PlainParquet.limits.rows ? nil : "a right description is refused"
    }
    return PlainParquet.fault(of: file)
  }

  private static func description(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
    let (codec, type) = (Int(bytes[0] & 7), Int(bytes[0] >> 3 & 7))
    // A structure around the column has a level of its own.
    let (repetition, isInside, isMeant) = (Int(bytes[1] & 3) % 3, bytes[1] & 4 != 0, bytes[1] & 8 != 0)
    let (rows, values) = (Int(bytes[2]) | Int(bytes[3]) << 8, Int(bytes[4]) | Int(bytes[5]) << 8)
    let root: (inout PlainThrift) -> Void = {
      $0.text(4, "schema")
      $0.number(5, 1)
    }
    let outer: (inout PlainThrift) -> Void = {
      $0.number(3, 1)
      $0.text(4, "image")
      $0.number(5, 1)
    }
    let leaf: (inout PlainThrift) -> Void = {
      $0.number(1, type)
      $0.number(2, 3)
      $0.number(3, repetition)
      $0.text(4, isInside ? "bytes" : "image")
      // A text, a time in milliseconds, or a number of 16 bits without a sign.
      if isMeant { $0.number(6, [6: 0, 2: 9, 1: 12][type] ?? 0) }
    }
    return PlainThrift.structure { file in
      file.number(1, 1)
      file.structures(2, isInside ? [root, outer, leaf] : [root, leaf])
      file.number(3, rows)
      let chunk: (inout PlainThrift) -> Void = { chunk in
        chunk.structure(3) { metadata in
          metadata.number(1, type)
          metadata.number(4, codec)
          metadata.number(5, values)
          metadata.number(7, size)
          metadata.number(9, 4)
        }
      }
      let group: (inout PlainThrift) -> Void = { group in
        group.structures(1, [chunk])
        group.number(3, rows)
      }
      file.structures(4, [group])
    }
  }
}
