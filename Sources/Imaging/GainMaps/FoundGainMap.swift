import ImageModel
import System

/// The gain map of a JPEG file.
package struct FoundGainMap: Sendable {
  package let map: EmbeddedGainMap
  package let metadata: GainMapMetadata
  /// The sample that `metadata` gives a meaning, for each sample of the map; nil if the samples stay as they are.
  package let conversion: [UInt8]?
  /// The sampling factors of the map's components.
  let sampling: [SamplingFactors]
  /// Bytes that a decode of the map holds: see ``SourceInfo/wholeBytes``.
  let wholeBytes: Int
  /// The ICC profile of the map: the colour space of the alternate rendition. Its payloads are as in the file.
  package let profile: [KeptMetadata.Segment]

  /// Looks for the gain map of a JPEG with the header `header`. Nil if no other picture in the file is one.
  /// The failure tells why a map can't be used.
  ///
  /// - Throws: `io_error`.
  package static func find(
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
    let exif = isOfApple ? try source.payloads(of: base.segments(.exif).prefix(1)).first ?? [] : nil
    do throws(Unfollowable) {
      guard let (kind, metadata, conversion) = try numbers(block: block, packet: packet, exif: exif) else {
        return nil
      }
      guard metadata.isUsable else { throw Unfollowable(reason: "its metadata describes no gains") }
      guard own.refusal == nil, let sampling = own.sampling, let color = own.color, color != .rgb,
        kind != .apple || color == .grey
      else {
        throw Unfollowable(reason: "its JPEG is of an unsupported kind")
      }
      let (size, stored) = (own.storedSize, base.storedSize)
      // Both sides of a smaller map may be rounded.
      guard
        abs(size.width * stored.height - size.height * stored.width) <= max(stored.width, stored.height)
      else { throw Unfollowable(reason: "it is \(size), another shape than the picture's \(stored)") }
      let map = EmbeddedGainMap(
        range: place, storedSize: size, color: color, kind: kind, headroom: metadata.headroom)
      return .success(
        FoundGainMap(
          map: map, metadata: metadata, conversion: conversion, sampling: sampling, wholeBytes: own.heldBytes,
          profile: profile.map { KeptMetadata.Segment(marker: MetadataSegment.Kind.icc.marker, payload: $0) })
      )
    } catch { return .failure(error) }
  }

  /// The numbers of a map: in its segment of ISO 21496-1, or else in its XMP. The numbers of Apple's maps stand in
  /// `exif`, the base's EXIF, which is nil for other maps. Nil if the picture is no gain map.
  private static func numbers(
    block: ArraySlice<UInt8>?, packet: [UInt8]?, exif: [UInt8]?
  ) throws(Unfollowable) -> (GainMapKind, GainMapMetadata, conversion: [UInt8]?)? {
    if let block, block.count > GainMapMetadata.versions.count {
      return (.iso, try GainMapMetadata(iso: block), nil)
    }
    guard let packet else { return nil }
    if packet.holds(Array(XMPName.hdrgm.utf8)) {
      return try GainMapMetadata(xmp: XMPPacket(payload: packet)).map { (.hdrgm, $0, nil) }
    }
    guard let exif else { return nil }
    let apple = try AppleGainMap(exif: exif)
    return (.apple, apple.metadata, apple.conversion)
  }
}
