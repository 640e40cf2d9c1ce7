import System
import ImageModel

extension ProfileNeed {
  /// The size of a small profile. A profile of at most this many bytes counts as one table, and its content
  /// isn't read.
  private static let small = 64 << 10
  /// The assumed ratio of a profile's bytes to its compressed bytes; few profiles compress better.
  private static let inflation = 20

  /// The memory that a JPEG's profile needs; nil if no profile is used. Throws `io_error`.
  package static func read(_ header: JPEGHeader, from source: ByteSource) throws(ImageError) -> ProfileNeed? {
    let head = MetadataSegment.Kind.icc.identifier.count + 2
    let parts = header.segments(.icc).filter { $0.length > head }
    let size = parts.reduce(0) { $0 + $1.length - head }
    guard size > 0, size <= FixedLimits.Metadata.profileBytes else { return nil }
    return try ProfileNeed(size) { offset, count throws(ImageError) in
      var rest = offset
      for part in parts {
        let length = part.length - head
        if rest < length {
          return try source.read(at: part.offset + head + rest, count: min(count, length - rest))
        }
        rest -= length
      }
      return []
    }
  }

  /// The memory that a profile needs, for a file of any format but JPEG. The profile is the file's own, or
  /// made from its colour numbers. Nil if no profile is used. Throws `io_error`.
  package static func read(_ header: PictureHeader, from source: ByteSource) throws(ImageError)
    -> ProfileNeed?
  {
    if let coded = header.codedProfile { return ProfileNeed(most: coded.count) }
    guard let icc = header.icc else { return nil }
    if icc.isDeflated {
      return ProfileNeed(most: min(FixedLimits.Metadata.profileBytes, inflation * icc.range.count))
    }
    if icc.range.count > FixedLimits.Metadata.profileBytes { return nil }
    return try ProfileNeed(icc.range.count) { offset, count throws(ImageError) in
      let place = icc.range.lowerBound + min(offset, icc.range.count)
      return try source.read(at: place, count: min(count, icc.range.upperBound - place))
    }
  }

  private init(most size: Int) {
    self.init(bytes: size, transformBytes: ProfileMemory.fixed + ProfileMemory(most: size).bytes)
  }

  private init(
    _ size: Int, _ read: (_ offset: Int, _ count: Int) throws(ImageError) -> [UInt8]
  ) throws(ImageError) {
    if size <= Self.small {
      self.init(most: size)
    } else {
      let memory = try ProfileMemory(size: size, read: read)
      self.init(bytes: size, transformBytes: ProfileMemory.fixed + memory.bytes)
    }
  }
}
