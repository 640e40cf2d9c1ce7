import ImageModel

extension KeptMetadata {
  /// Takes from a file of another format what a policy keeps, as a JPEG holds it. Comments are not looked for.
  ///
  /// - Parameters:
  ///   - profile: its ICC profile, which must be one for the output's `components`, 1 or 3; nil where it can't be read.
  ///   - orientation: what becomes of the tag; `.tag` is written whatever the policy says.
  ///   - size: the output's size in pixels, as encoded.
  /// - Throws: `io_error`.
  package static func read(
    _ header: PictureHeader, profile: [UInt8]?, from source: ByteSource, policy: MetadataPolicy,
    orientation: WrittenOrientation, size: PixelSize, components: Int
  ) throws(Finding) -> KeptMetadata {
    var kept = KeptMetadata()
    if policy.keeps(.exif), let payload = try header.payload(.exif, from: source) {
      let editor = ExifEditor(orientation: orientation, size: size, keepsGPS: policy.keepsGPS)
      kept.add(.exif, payload, .exifDropped, "EXIF", edit: editor.edited)
    }
    if case .tag(let value) = orientation, kept.segments.isEmpty {
      kept.add(.exif, ExifEditor.minimal(value))
    }
    if policy.keeps(.xmp), let payload = try header.payload(.xmp, from: source) {
      let editor = XMPEditor(orientation: orientation, size: size, keepsGPS: policy.keepsGPS)
      kept.add(.xmp, payload, .xmpDropped, "XMP", edit: editor.edited)
    }
    if policy.keeps(.xmp), header.hasPackedXMP {
      kept.drop(.xmpDropped, "XMP can't be kept: it is compressed")
    }
    if policy.keeps(.icc), header.icc != nil { kept.add(profile: profile, components: components) }
    return kept
  }

  /// The longest profile that is kept, in bytes: more than its file may have, where that compresses it.
  package static let mostProfileBytes = ICCProfile.mostBytes

  /// Puts a profile of our own in the place of the source's; an empty one in no place.
  package mutating func replace(profile: [UInt8]) {
    remove(.icc)
    if profile.isEmpty { return }
    for chunk in ICCProfile.chunks(of: profile) { add(.icc, chunk) }
  }

  private mutating func add(profile: [UInt8]?, components: Int) {
    guard let profile else {
      return drop(
        .iccDropped, "the ICC profile can't be kept: it is broken, too large, or not one for its picture")
    }
    switch ICCProfile.cut(profile, components: components) {
    case .success(let profile): for chunk in profile.chunks { add(.icc, chunk) }
    case .failure(let fault): drop(.iccDropped, "the ICC profile can't be kept: \(fault.reason)")
    }
  }
}
