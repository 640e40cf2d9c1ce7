/// An entry of `keep` or `drop` in a job file: a group of metadata, or one tag.
package enum MetadataName: Hashable, Sendable {
  case group(MetadataPolicy.Group)
  case tag(MetadataTag)

  package static let icc = MetadataName.group(.icc)
  package static let exif = MetadataName.group(.exif)
  package static let gps = MetadataName.group(.gps)
  package static let xmp = MetadataName.group(.xmp)
  package static let iptc = MetadataName.group(.iptc)
  package static let comment = MetadataName.group(.comment)
  package static let copyright = MetadataName.group(.copyright)
  package static let makerNotes = MetadataName.group(.makerNotes)
  package static let resolution = MetadataName.group(.resolution)

  /// The group or tag called `name`; nil if it is unknown.
  package init?(name: String) {
    if let group = MetadataPolicy.Group(rawValue: name) {
      self = .group(group)
    } else if let tag = MetadataTag(name: name) {
      self = .tag(tag)
    } else {
      return nil
    }
  }

  package var name: String {
    switch self {
    case .group(let group): group.rawValue
    case .tag(let tag): tag.name
    }
  }
}

extension MetadataName: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let known = MetadataName(name: name) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no metadata is called \(name)")
    }
    self = known
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// An EXIF tag or an XMP property.
package enum MetadataTag: Hashable, Sendable {
  case exif(ExifTag)
  case xmp(XMPName)

  /// The EXIF tag called `name`, or the XMP property whose name with the usual prefix is `name`, such as
  /// `dc:creator`.
  package init?(name: String) {
    if let tag = ExifTag(name: name) {
      self = .exif(tag)
    } else if let property = XMPName(name: name) {
      self = .xmp(property)
    } else {
      return nil
    }
  }

  /// The name in a job file.
  package var name: String {
    switch self {
    case .exif(let tag): tag.name
    case .xmp(let property): property.name
    }
  }

  /// False for a property of XMP.
  package var isExif: Bool {
    if case .exif = self { return true }
    return false
  }
}
