import Imaging

/// What must hold for a block of EXIF that is kept.
struct ExifOracle {
  private let edit: MetadataEdit
  private let source: PlainExif

  /// For what is kept of `source`.
  init(_ edit: MetadataEdit, _ source: [UInt8]) {
    self.edit = edit
    self.source = PlainExif(source)
  }

  func fault(in block: [UInt8]) -> String? {
    let kept = PlainExif(block)
    if let fault = kept.fault { return "EXIF: \(fault)" }
    if kept.next != 0 { return "EXIF: a second picture is at \(kept.next)" }
    if kept.fields.isEmpty { return "EXIF: there is nothing in it" }
    for field in kept.fields {
      if let fault = fault(of: field) { return "EXIF: \(field.directory) \(field.tag) \(fault)" }
    }
    return libraryFault(block)
  }

  private func fault(of field: PlainExif.Field) -> String? {
    switch field.tag {
    case 0x0112:
      return field.directory == .main && field.type == 3 && field.count == 1 ? nil : "is an odd orientation"
    case 0x0100, 0xA002, 0x1001: return sizeFault(field, MetadataEdit.size.width)
    case 0x0101, 0xA003, 0x1002: return sizeFault(field, MetadataEdit.size.height)
    default: break
    }
    if !isAllowed(field) { return "isn't to be kept" }
    let sources = source.fields.filter {
      field.tag == 0x927C ? $0.says(notes: field) : $0.says(field)
    }
    if sources.isEmpty { return "isn't in the source with this value" }
    // What a maker's notes point to must lie where it did.
    if field.tag == 0x927C && field.value.count > 4 && !sources.contains(where: { $0.offset == field.offset })
    {
      return "was moved"
    }
    return nil
  }

  private func sizeFault(_ field: PlainExif.Field, _ size: Int) -> String? {
    if !isAllowed(field) { return "isn't to be kept" }
    // One SHORT or LONG in either order: the number is small.
    let isRight = [3, 4].contains(field.type) && field.value.reduce(0) { $0 + Int($1) } == size
    return isRight && field.count == 1 ? nil : "isn't \(size)"
  }

  /// By EXIF 2.32, sections 4.6.4 to 4.6.7, and for the place of a map OGC GeoTIFF 1.1, section 7.1.
  private func isAllowed(_ field: PlainExif.Field) -> Bool {
    let policy = edit.policy
    switch (field.directory, field.tag) {
    case (.gps, 0x0002): return policy.allows("GPSLatitude", "gps", in: "exif")
    case (.gps, _): return policy.allows(nil, "gps", in: "exif")
    case (.interoperability, _): return policy.allows(nil, nil, in: "exif")
    case (_, 0x010F): return policy.allows("Make", nil, in: "exif")
    case (_, 0xA002): return policy.allows("PixelXDimension", nil, in: "exif")
    case (_, 0x8298): return policy.allows("Copyright", "copyright", in: "exif")
    case (_, 0x013B), (_, 0x9C9D): return policy.allows(nil, "copyright", in: "exif")
    case (_, 0x927C), (_, 0xC634): return policy.allows(nil, "maker_notes", in: "exif")
    case (_, 33550), (_, 33920), (_, 33922), (_, 34264), (_, 34735), (_, 34736), (_, 34737):
      return policy.allows(nil, "gps", in: "exif")
    case (_, 0x83BB), (_, 0x8649): return policy.keep.contains("iptc")
    case (_, 0x8773): return policy.keep.contains("icc")
    // XMP, thumbnails and pictures in strips and tiles.
    case (_, 0x02BC), (_, 0x0111), (_, 0x0144), (_, 0x014A), (_, 0x0201): return false
    default: return policy.allows(nil, nil, in: "exif")
    }
  }

  /// What libexif sees that must not be there.
  private func libraryFault(_ block: [UInt8]) -> String? {
    guard let tags = LibExifTags(payload: MetadataEdit.Kind.exif.identifier + block) else { return nil }
    if tags.count(directory: 1) > 0 { return "libexif finds a thumbnail's directory" }
    let mayHavePlace =
      edit.policy.allows("GPSLatitude", "gps", in: "exif") || edit.policy.allows(nil, "gps", in: "exif")
    return tags.count(directory: 3) > 0 && !mayHavePlace ? "libexif finds a place" : nil
  }
}
