@testable import Imaging

extension StripRows {
  /// These columns of all its rows, channels interleaved.
  func interleaved<Sample: FixedWidthInteger>(_ columns: Range<Int>, as type: Sample.Type) -> [Sample] {
    let channels = pixels.planes
    var found = [Sample](repeating: 0, count: (endRow - firstRow) * columns.count * channels)
    for y in firstRow..<endRow {
      for channel in 0..<channels {
        guard let row = samples(channel, y, columns, as: type) else { continue }
        var place = (y - firstRow) * columns.count * channels + channel
        for x in 0..<columns.count {
          found[place] = row[x]
          place += channels
        }
      }
    }
    return found
  }
}
