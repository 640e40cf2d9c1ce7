/// Which metadata of a source goes into an output.
package struct MetadataPolicy: Hashable, Sendable {
  /// A kind of metadata that can be kept.
  package enum Group: String, Codable, Sendable, CaseIterable {
    /// The ICC profile (APP2, ICC.1:2022 annex B.4).
    case icc
    /// The EXIF block (APP1, EXIF 2.32 section 4.7.2).
    case exif
    /// The XMP packet (APP1, XMP part 3 section 1.1.3).
    case xmp
    /// JPEG comments (COM, ITU-T T.81 B.2.4.5).
    case comment
  }

  private var mask: UInt8 = 0
  /// True when places stay in kept EXIF and XMP.
  package var keepsGPS: Bool

  /// A policy; the default is that of a job file.
  package init(keep: [Group] = [.icc], keepsGPS: Bool = false) {
    self.keepsGPS = keepsGPS
    for group in keep { mask |= Self.bit(group) }
  }

  /// True when `group` is kept.
  package func keeps(_ group: Group) -> Bool { mask & Self.bit(group) != 0 }

  /// True when anything is kept.
  package var keepsAny: Bool { mask != 0 }

  private static func bit(_ group: Group) -> UInt8 {
    switch group {
    case .icc: 1
    case .exif: 2
    case .xmp: 4
    case .comment: 8
    }
  }
}

extension MetadataPolicy: Codable {
  private enum CodingKeys: String, CodingKey { case keep, gps }
  private enum GPS: String, Codable { case keep, drop }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      keep: try fields.decode([Group].self, forKey: .keep),
      keepsGPS: try fields.decode(GPS.self, forKey: .gps) == .keep)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(Group.allCases.filter(keeps), forKey: .keep)
    try fields.encode(keepsGPS ? GPS.keep : .drop, forKey: .gps)
  }
}
