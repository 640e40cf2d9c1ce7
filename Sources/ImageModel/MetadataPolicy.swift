/// Which metadata of a source goes into an output. The narrowest name that is said decides: a tag's, then `gps`,
/// `copyright` or `maker_notes`, then that of the block which holds it.
package struct MetadataPolicy: Hashable, Sendable {
  /// A kind of metadata that can be kept or dropped.
  package enum Group: String, Codable, Sendable, CaseIterable {
    /// The ICC profile (APP2, ICC.1:2022 annex B.4).
    case icc
    /// The EXIF block (APP1, EXIF 2.32 section 4.7.2).
    case exif
    /// Where the picture was taken and what place it shows, in EXIF (2.32, section 4.6.6), XMP and IPTC.
    case gps
    /// The XMP packet (APP1, XMP part 3 section 1.1.3).
    case xmp
    /// The records of IPTC IIM 4.2 (APP13, in the resource 0x0404 of Photoshop).
    case iptc
    /// JPEG comments (COM, ITU-T T.81 B.2.4.5).
    case comment
    /// Who made the picture and whose it is, in EXIF, XMP and IPTC.
    case copyright
    /// What a camera's maker writes into EXIF as it likes (EXIF 2.32, MakerNote).
    case makerNotes = "maker_notes"
    /// How many pixels are an inch or a centimetre, wherever the file says so.
    case resolution
  }

  /// What is kept where a job doesn't say.
  package static let keptByDefault: [MetadataName] = [.icc, .resolution]

  private var kept = Names()
  private var dropped = Names()
  /// The value of `gps`, true for `keep`: whether places stay in what is kept, where no name in the lists says so.
  package private(set) var gpsStays: Bool

  /// A policy; the default is that of a job file.
  package init(
    keep: [MetadataName] = keptByDefault, drop: [MetadataName] = [], gpsStays: Bool = false
  ) {
    self.gpsStays = gpsStays
    for name in keep { kept.insert(name) }
    for name in drop { dropped.insert(name) }
  }

  /// True when a block of a whole group is kept, but for what narrower names drop.
  package func keeps(_ group: Group) -> Bool { kept.has(group) && !dropped.has(group) }

  /// True when `tag`, of a group `narrow` inside of the block `wide`, is kept.
  package func keeps(_ tag: MetadataTag?, of narrow: Group?, in wide: Group) -> Bool {
    if let tag {
      if dropped.tags.contains(tag) { return false }
      if kept.tags.contains(tag) { return true }
    }
    if let narrow {
      if dropped.has(narrow) { return false }
      if kept.has(narrow) { return true }
      if narrow == .gps && !gpsStays { return false }
    }
    return keeps(wide)
  }

  /// True when the resolution is kept, which goes along with EXIF too.
  package var keepsResolution: Bool { keeps(nil, of: .resolution, in: .exif) }

  /// True when something of a block of EXIF, XMP or IPTC may be kept.
  package func keepsAny(of block: Group) -> Bool {
    if keeps(block) { return true }
    switch block {
    case .exif:
      return [.gps, .copyright, .makerNotes].contains(where: kept.has)
        || kept.tags.contains(where: \.isExif)
    case .xmp: return [.gps, .copyright].contains(where: kept.has) || kept.tags.contains { !$0.isExif }
    case .iptc: return [.gps, .copyright].contains(where: kept.has)
    case .icc, .gps, .comment, .copyright, .makerNotes, .resolution: return false
    }
  }

  /// True when places stay in what is kept.
  package var keepsPlaces: Bool { kept.has(.gps) || gpsStays && !dropped.has(.gps) }

  /// What is kept and what is dropped, groups first, each in one order.
  package var names: (keep: [MetadataName], drop: [MetadataName]) { (kept.all, dropped.all) }

}

extension MetadataPolicy {
  private struct Names: Hashable, Sendable {
    private var mask: UInt16 = 0
    private(set) var tags: [MetadataTag] = []

    mutating func insert(_ name: MetadataName) {
      switch name {
      case .group(let group): mask |= Self.bit(group)
      case .tag(let tag):
        let place = tags.firstIndex { tag.name <= $0.name } ?? tags.endIndex
        if place == tags.endIndex || tags[place] != tag { tags.insert(tag, at: place) }
      }
    }

    func has(_ group: Group) -> Bool { mask & Self.bit(group) != 0 }

    var all: [MetadataName] {
      Group.allCases.filter(has).map(MetadataName.group) + tags.map(MetadataName.tag)
    }

    private static func bit(_ group: Group) -> UInt16 {
      switch group {
      case .icc: 1
      case .exif: 2
      case .xmp: 4
      case .comment: 8
      case .gps: 16
      case .iptc: 32
      case .copyright: 64
      case .makerNotes: 128
      case .resolution: 256
      }
    }
  }
}

extension MetadataPolicy: Codable {
  private enum CodingKeys: String, CodingKey { case keep, drop, gps }
  private enum GPS: String, Codable { case keep, drop }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      keep: try fields.decode([MetadataName].self, forKey: .keep),
      drop: try fields.decodeIfPresent([MetadataName].self, forKey: .drop) ?? [],
      gpsStays: try fields.decode(GPS.self, forKey: .gps) == .keep)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(names.keep, forKey: .keep)
    try fields.encodeIfPresent(names.drop.isEmpty ? nil : names.drop, forKey: .drop)
    try fields.encode(gpsStays ? GPS.keep : .drop, forKey: .gps)
  }
}
