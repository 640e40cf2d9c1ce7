import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// A header of these bytes, or why there is none. The header is the same if the bytes come by ranges.
func pictureHeader(_ bytes: [UInt8]) -> Result<PictureHeader, ImageError> {
  let whole = Result { () throws(ImageError) in try PictureHeader.read(from: ByteSource(bytes)) }
  for step in [1000, 65_536] {
    // A reader begins again after each range, so a large file comes in few of them.
    let ranged = RangedReading(bytes, step: max(step, bytes.count / 16)).result { source throws(ImageError) in
      try PictureHeader.read(from: source)
    }
    #expect(ranged == whole, "by ranges of \(step) bytes")
  }
  return whole
}

/// The finding that these bytes are refused with.
func pictureRefusal(_ bytes: [UInt8]) -> Finding? {
  if case .failure(let error) = pictureHeader(bytes) { error.finding } else { nil }
}

extension PictureHeader {
  /// The bytes of `file` that a place of this header names.
  static func bytes(_ range: Range<Int>?, of file: [UInt8]) -> [UInt8]? { range.map { Array(file[$0]) } }
}
