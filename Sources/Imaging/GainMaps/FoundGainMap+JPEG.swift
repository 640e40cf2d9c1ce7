import ImageModel
import System

extension FoundGainMap {
  /// Looks for the gain map of a JPEG with the header `header`. Nil if no other picture in the file is one.
  /// The failure tells why a map can't be used.
  ///
  /// - Throws: `io_error`.
  static func find(
    _ header: JPEGHeader, in source: ByteSource
  ) throws(ImageError) -> Result<FoundGainMap, ImageError>? {
    guard let pictures = header.multiPicture else { return nil }
    for place in try MultiPictureFormat.others(pictures, in: source) where place.lowerBound < source.size {
      let part = source.part(place)
      let own: JPEGHeader
      do throws(ImageError) { own = try JPEGHeader.read(from: part) } catch {
        if error.finding.code == .ioError { throw error }
        continue
      }
      if let found = try read(own, part, place, of: header, in: source) {
        return found.mapError { ImageError(.gainMapDropped, $0.reason) }
      }
    }
    return nil
  }

  /// Reads the picture with the header `own` as the gain map of a picture with the header `base`. Nil if it is
  /// no gain map.
  private static func read(
    _ own: JPEGHeader, _ part: ByteSource, _ place: Range<Int>, of base: JPEGHeader, in source: ByteSource
  ) throws(ImageError) -> Result<FoundGainMap, Unfollowable>? {
    let block = try own.gainMapSegment.map { payload throws(ImageError) in
      try part.read(at: payload.lowerBound, count: payload.count).dropFirst(GainMap.segmentName.count)
    }
    let packet = try part.payloads(of: own.segments(.xmp).prefix(1)).first
    let profile = try part.payloads(of: own.segments(.icc))
    let isOfApple = packet?.holds(Array(XMPName.ofApple.utf8)) == true
    let exif = isOfApple ? try source.payloads(of: base.segments(.exif).prefix(1)).first : nil
    do throws(Unfollowable) {
      guard let numbers = try Numbers(block: block, packet: packet, exif: exif ?? []) else { return nil }
      guard own.refusal == nil, let sampling = own.sampling, let color = own.color, color != .rgb,
        numbers.kind != .apple || color == .grey
      else { throw Unfollowable(reason: "its JPEG is of an unsupported kind") }
      try checkShape(own.storedSize, of: base.storedSize)
      let map = EmbeddedGainMap(
        at: .jpeg(place), storedSize: own.storedSize, pixels: PixelFormat(color), kind: numbers.kind,
        headroom: numbers.metadata.headroom)
      return .success(
        FoundGainMap(
          facts: SourceGainMap(
            map, sampling: sampling, wholeBytes: own.heldBytes, coefficients: own.coefficients),
          metadata: numbers.metadata, conversion: numbers.conversion,
          profile: profile.map { KeptMetadata.Segment(marker: MetadataSegment.Kind.icc.marker, payload: $0) })
      )
    } catch { return .failure(error) }
  }
}
