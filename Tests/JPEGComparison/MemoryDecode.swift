import ImageModel
import ReducedJPEG
import System
import TestSupport

/// A decode of a file in memory into planes of the request's regions.
package struct MemoryDecode {
  /// One for each component; without samples where the decode ended before the last row.
  package private(set) var planes: [TestPicture] = []
  /// The second form of the first component, if it is asked for.
  package private(set) var second: TestPicture?
  /// What ended it.
  package private(set) var damage: JPEGDamage?
  /// What was handed out against the rules: rows out of order, too many at once, or not all.
  package private(set) var fault: String?

  /// `piece` is the most bytes of the file that are given at once.
  package init(
    _ bytes: [UInt8], _ request: ReducedRequest, tables: TableCache = TableCache(), piece: Int = .max,
    helpers: (any HelperThreads)? = nil
  ) {
    let source = PieceSource(bytes, piece: piece)
    let decoder = ReducedDecoder(tables: tables, helpers: helpers, source.fill)
    var collected = request.components.map { CollectedRows(region: $0.region) }
    var second = request.second.map { CollectedRows(region: $0.region) }
    do throws(DecodeEnd) {
      try decoder.decode(request) { (rows) throws(ImageError) in
        if request.takesFirstAlone && rows.component > 0 { return }
        if rows.isSecond {
          try second?.add(rows)
          return
        }
        guard collected.indices.contains(rows.component) else {
          throw ImageError(.wrongRows, "there is no component \(rows.component)")
        }
        try collected[rows.component].add(rows)
      }
      if let place = collected.firstIndex(where: { !$0.isComplete }) {
        fault = "component \(place) has only \(collected[place].count) rows"
      } else if second?.isComplete == false {
        fault = "the second form has only \(second?.count ?? 0) rows"
      } else {
        planes = collected.map(\.picture)
        self.second = second?.picture
      }
    } catch {
      switch error {
      case .damaged(let damage): self.damage = damage
      case .failed(let error): fault = error.finding.message
      }
    }
  }
}

/// The bytes of a file in pieces.
package final class PieceSource {
  private let bytes: [UInt8]
  private let piece: Int
  private var at = 0

  /// `piece` is the most bytes that are given at once.
  package init(_ bytes: [UInt8], piece: Int = .max) { (self.bytes, self.piece) = (bytes, piece) }

  /// The next bytes, 0 only at the end.
  package func fill(_ room: UnsafeMutableRawBufferPointer) throws(ImageError) -> Int {
    let count = min(room.count, piece, bytes.count - at)
    room.copyBytes(from: bytes[at..<at + count])
    at += count
    return count
  }
}

/// The rows of one component's region, as they come.
private struct CollectedRows {
  let region: PixelRect<Decoded>
  private(set) var count = 0
  private var samples: [UInt8] = []

  init(region: PixelRect<Decoded>) {
    self.region = region
    samples.reserveCapacity(region.size.area)
  }

  var isComplete: Bool { count == region.height }

  var picture: TestPicture {
    TestPicture(width: region.width, height: region.height, channels: 1, samples: samples)
  }

  mutating func add(_ rows: ComponentRows) throws(ImageError) {
    guard rows.firstRow == region.y + count, rows.count > 0, count + rows.count <= region.height,
      rows.count <= StripHeight.rows, rows.firstColumn <= region.x,
      region.right <= rows.firstColumn + rows.rowBytes
    else {
      throw ImageError(
        .wrongRows,
        "of \(region) came \(rows.count) rows from row \(rows.firstRow) and column \(rows.firstColumn) on")
    }
    for row in 0..<rows.count {
      let start = rows.samples + row * rows.rowBytes + (region.x - rows.firstColumn)
      samples += UnsafeBufferPointer(start: start, count: region.width)
    }
    count += rows.count
  }
}

extension Finding.Code {
  /// The decoder passed rows that don't follow the earlier ones.
  fileprivate static let wrongRows = Self("wrong_rows")
}
