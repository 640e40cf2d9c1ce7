import ImageModel

@testable import Imaging

/// A header of these bytes, or why there is none.
func pictureHeader(_ bytes: [UInt8]) -> Result<PictureHeader, ImageError> {
  Result { () throws(ImageError) in try PictureHeader.read(from: ByteSource(bytes)) }
}

/// The finding that these bytes are refused with.
func pictureRefusal(_ bytes: [UInt8]) -> Finding? {
  if case .failure(let error) = pictureHeader(bytes) { error.finding } else { nil }
}

extension PictureHeader {
  /// The bytes of `file` that a place of this header names.
  static func bytes(_ range: Range<Int>?, of file: [UInt8]) -> [UInt8]? { range.map { Array(file[$0]) } }
}
