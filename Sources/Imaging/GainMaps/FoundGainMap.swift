import ImageModel

/// The gain map of a file, and the numbers that give its samples a meaning.
package struct FoundGainMap: Sendable {
  /// The facts that planning needs.
  package let facts: SourceGainMap
  package let metadata: GainMapMetadata
  /// The sample that `metadata` gives a meaning, for each sample of the map; nil if the samples stay as they are.
  package let conversion: [UInt8]?
  /// The segments of the map's ICC profile: the colour space of the alternate rendition.
  package let profile: [KeptMetadata.Segment]
  /// The primaries of the alternate rendition, if a HEIC or AVIF gives them by a number (ITU-T H.273). Nil for the
  /// base's primaries.
  package var primaries: Int?
  /// The places of the map's data in a HEIC or AVIF; nil for a JPEG.
  package var coded: CodedPicture?

  package var map: EmbeddedGainMap { facts.map }

  /// The numbers of a map, and what they say about its samples.
  struct Numbers {
    let kind: GainMapKind
    let metadata: GainMapMetadata
    var conversion: [UInt8]?

    /// Reads the numbers of a map: in `block`, which is of ISO 21496-1, or else in the XMP payload `packet`. The
    /// numbers of Apple's maps may stand in `exif`, the base's EXIF. Nil if the picture is no gain map. Throws if
    /// the numbers describe no gains.
    init?(block: ArraySlice<UInt8>?, packet: [UInt8]?, exif: [UInt8]) throws(Unfollowable) {
      if let block, block.count > GainMapMetadata.versions.count {
        (kind, metadata) = (.iso, try GainMapMetadata(iso: block))
      } else if let packet, packet.holds(Array(XMPName.hdrgm.utf8)) {
        guard let read = try GainMapMetadata(xmp: XMPPacket(payload: packet)) else { return nil }
        (kind, metadata) = (.hdrgm, read)
      } else if let packet, packet.holds(Array(XMPName.ofApple.utf8)) {
        let apple = try AppleGainMap(packet: XMPPacket(payload: packet), exif: exif)
        (kind, metadata, conversion) = (.apple, apple.metadata, apple.conversion)
      } else {
        return nil
      }
      guard metadata.isUsable else { throw Unfollowable(reason: "its metadata describes no gains") }
    }
  }

  /// Throws if a map of `size` can't show a whole picture of size `stored`. Both sides of a smaller map may be
  /// rounded.
  static func checkShape(_ size: PixelSize, of stored: PixelSize) throws(Unfollowable) {
    guard abs(size.width * stored.height - size.height * stored.width) <= max(stored.width, stored.height)
    else {
      throw Unfollowable(reason: "it is \(size), another shape than the picture's \(stored)")
    }
  }
}

extension Finding {
  /// A report's note that a gain map can't be used; empty for a usable one.
  static func unusableGainMap(_ map: Result<SourceGainMap, ImageError>) -> [Finding] {
    guard case .failure(let error) = map else { return [] }
    return [Finding(.gainMapDropped, "outputs can't keep the gain map: \(error.finding.message)")]
  }
}
