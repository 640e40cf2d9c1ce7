import ImageModel

extension ProfileNeed {
  /// A profile of which it doesn't matter what it holds, in bytes: it is small enough to be taken for one table.
  private static let small = 64 << 10
  /// How often a compressed profile's bytes are in it: seldom is one a twentieth of itself.
  private static let inflation = 20

  /// That of a JPEG; nil where it has none that is used. Throws `io_error`.
  package static func read(_ header: JPEGHeader, from source: ByteSource) throws(Finding) -> ProfileNeed? {
    let head = MetadataSegment.Kind.icc.identifier.count + 2
    let parts = header.segments(.icc).filter { $0.length > head }
    let size = parts.reduce(0) { $0 + $1.length - head }
    guard size > 0, size <= ICCProfile.mostBytes else { return nil }
    return try ProfileNeed(size) { offset, count throws(Finding) in
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

  /// That of another format, or of one made of the numbers that say its colours; nil where it has none that is used.
  /// Throws `io_error`.
  package static func read(_ header: PictureHeader, from source: ByteSource) throws(Finding) -> ProfileNeed? {
    if let coded = header.codedProfile { return ProfileNeed(most: coded.count) }
    guard let icc = header.icc else { return nil }
    if icc.isDeflated {
      return ProfileNeed(most: min(ICCProfile.mostBytes, inflation * icc.range.count))
    }
    if icc.range.count > ICCProfile.mostBytes { return nil }
    return try ProfileNeed(icc.range.count) { offset, count throws(Finding) in
      let place = icc.range.lowerBound + min(offset, icc.range.count)
      return try source.read(at: place, count: min(count, icc.range.upperBound - place))
    }
  }

  private init(most size: Int) {
    self.init(bytes: size, transformBytes: ProfileMemory.fixed + ProfileMemory(most: size).bytes)
  }

  private init(
    _ size: Int, _ read: (_ offset: Int, _ count: Int) throws(Finding) -> [UInt8]
  ) throws(Finding) {
    if size <= Self.small {
      self.init(most: size)
    } else {
      let memory = try ProfileMemory(size: size, read: read)
      self.init(bytes: size, transformBytes: ProfileMemory.fixed + memory.bytes)
    }
  }
}
