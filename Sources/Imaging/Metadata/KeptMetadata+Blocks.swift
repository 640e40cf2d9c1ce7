import CCodecs
import ImageModel

extension KeptMetadata {
  /// What a format takes in, piece by piece: a JPEG its segments, others each block whole.
  func pieces(for format: shim_output_format) -> [(kind: shim_metadata, bytes: [UInt8])] {
    if format == SHIM_JPEG { return segments.map { (SHIM_SEGMENT, [$0.marker] + $0.payload) } }
    return blocks(.exif, SHIM_EXIF) + blocks(.xmp, SHIM_XMP) + profile + blocks(.comment, SHIM_COMMENT)
  }

  /// True where there are IPTC's records, for which only a JPEG has a place.
  var hasIPTC: Bool { !payloads(.iptc).isEmpty }

  /// How EXIF says that the pixels are to be turned.
  var orientation: ExifOrientation {
    guard let exif = payloads(.exif).first,
      case .valid(let orientation, _) = ExifOrientationField(payload: exif)
    else { return .topLeft }
    return orientation
  }

  private func blocks(
    _ kind: MetadataSegment.Kind, _ name: shim_metadata
  ) -> [(kind: shim_metadata, bytes: [UInt8])] {
    payloads(kind).map { (name, Array($0.dropFirst(kind.identifier.count))) }
  }

  /// The ICC profile, put together again.
  private var profile: [(kind: shim_metadata, bytes: [UInt8])] {
    let profile = ICCProfile(chunks: payloads(.icc)).bytes
    return profile.isEmpty ? [] : [(SHIM_ICC, profile)]
  }

  private func payloads(_ kind: MetadataSegment.Kind) -> [[UInt8]] {
    segments.filter { $0.marker == kind.marker && $0.payload.starts(with: kind.identifier) }.map(\.payload)
  }
}
