/// The metadata that an output keeps of its source. If several names in `keep` and `drop` fit, the narrowest
/// name decides: first a tag, then `gps`, `copyright` or `maker_notes`, then the block.
package struct MetadataPolicy: Hashable, Sendable {
  /// A kind of metadata that can be kept or dropped.
  package enum Group: String, Codable, Sendable, CaseIterable {
    /// The ICC profile (APP2, ICC.1:2022 annex B.4).
    case icc
    /// The EXIF block (APP1, EXIF 2.32 section 4.7.2).
    case exif
    /// The place where the picture was taken and the places that it shows, in EXIF (2.32, section 4.6.6), XMP
    /// and IPTC.
    case gps
    /// The XMP packet (APP1, XMP part 3 section 1.1.3).
    case xmp
    /// The records of IPTC IIM 4.2 (APP13, in the resource 0x0404 of Photoshop).
    case iptc
    /// JPEG comments (COM, ITU-T T.81 B.2.4.5).
    case comment
    /// The picture's author and owner, in EXIF, XMP and IPTC.
    case copyright
    /// Notes of the camera's maker in EXIF. Each maker has its own format (EXIF 2.32, MakerNote).
    case makerNotes = "maker_notes"
    /// Pixels per inch or centimetre, wherever the file states them.
    case resolution
  }

  /// The entries of `keep` if a job has none.
  package static let keptByDefault: [MetadataName] = [.icc, .resolution]

  private var kept = Names()
  private var dropped = Names()
  /// True if the job's key `gps` is `keep`. The key decides about places in kept blocks, unless a name in
  /// `keep` or `drop` does.
  package private(set) var gpsStays: Bool

  /// A policy with these names. The default values are those of a job file without `metadata`.
  package init(
    keep: [MetadataName] = keptByDefault, drop: [MetadataName] = [], gpsStays: Bool = false
  ) {
    self.gpsStays = gpsStays
    for name in keep { kept.insert(name) }
    for name in drop { dropped.insert(name) }
  }

  /// True if the group's block is kept. Narrower names in `drop` may still remove parts of the block.
  package func keeps(_ group: Group) -> Bool { kept.has(group) && !dropped.has(group) }

  /// True if `tag` is kept. The tag belongs to the group `narrow` in the block `wide`.
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

  /// True if the resolution is kept. A policy that keeps EXIF keeps the resolution too.
  package var keepsResolution: Bool { keeps(nil, of: .resolution, in: .exif) }

  /// True if some part of an EXIF, XMP or IPTC block may be kept.
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

  /// True if kept blocks keep the group ``Group/gps``.
  package var keepsPlaces: Bool { kept.has(.gps) || gpsStays && !dropped.has(.gps) }

  /// The names in `keep` and the names in `drop`. Both lists have a fixed order, with groups first.
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
