import ImageModel
import Imaging

/// Reads a file by ranges, as from a server. Each range has `step` bytes, or the wanted ones if these are more.
struct RangedReading {
  private let file: [UInt8]
  private let step: Int

  init(_ file: [UInt8], step: Int) {
    self.file = file
    self.step = step
  }

  /// The result of `read`. The reader gets range after range until it wants no more.
  func result<Found>(_ read: (ByteSource) throws(ImageError) -> Found) -> Result<Found, ImageError> {
    let ranges = RangedBytes(size: file.count)
    while true {
      let found = Result { () throws(ImageError) in try read(ByteSource(ranges)) }
      guard let wanted = ranges.wanted else { return found }
      let end = min(max(wanted.upperBound, wanted.lowerBound + step), file.count)
      ranges.add(Array(file[wanted.lowerBound..<end]), at: wanted.lowerBound)
    }
  }
}
