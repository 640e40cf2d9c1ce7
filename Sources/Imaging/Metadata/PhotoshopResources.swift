import ImageModel

/// Photoshop's image resources. One of them holds IPTC's records (Adobe Photoshop file formats, "Image
/// Resources").
enum PhotoshopResources {
  /// The number of the resource with IPTC's records.
  private static let iptc = 0x0404
  private static let signature = Array("8BIM".utf8)

  /// The data of the first resource with IPTC's records; nil if there is none.
  ///
  /// A resource is a signature (4 bytes), a number (2), a name with its length in front, the size of its
  /// data (4) and the data. Name and data are padded to an even count.
  static func iptc(in resources: [UInt8]) throws(Unfollowable) -> [UInt8]? {
    var rest = resources[...]
    while rest.starts(with: signature) {
      guard let number = rest.number(at: 4, count: 2), let name = rest.number(at: 6, count: 1),
        let size = rest.number(at: 8 + name / 2 * 2, count: 4)
      else { break }
      let data = rest.dropFirst(12 + name / 2 * 2)
      guard data.count >= size else { break }
      if number == iptc { return Array(data.prefix(size)) }
      rest = data.dropFirst(size + size % 2)
    }
    guard rest.allSatisfy({ $0 == 0 }) else {
      throw Unfollowable(reason: "Photoshop's resources can't be followed")
    }
    return nil
  }

  /// A resource with these IPTC records.
  static func holding(iptc records: [UInt8]) -> [UInt8] {
    signature + [UInt8](iptc, count: 2) + [0, 0] + [UInt8](records.count, count: 4) + records
      + (records.count.isMultiple(of: 2) ? [] : [0])
  }
}

/// The data sets of IPTC's records (IIM 4.2, part 2, section 1.5).
enum IPTCRecords {
  /// Data sets about authors and rights: by-line, credit, source, copyright notice.
  private static let copyright: Set<Int> = [80, 110, 115, 116]
  /// Data sets about the place shown: content location code and name, city, sublocation, province or state,
  /// code and name of the country.
  private static let places: Set<Int> = [26, 27, 90, 92, 95, 100, 101]

  /// The data sets of `records` that the policy keeps. The envelope record, with the character set, is always
  /// kept. Nil if nothing but the envelope is left. `changes` notes removed places.
  static func kept(
    of records: [UInt8], _ policy: MetadataPolicy, _ changes: inout MetadataChanges
  ) throws(Unfollowable) -> [UInt8]? {
    let keepsCopyright = policy.keeps(nil, of: .copyright, in: .iptc)
    let keepsPlaces = policy.keeps(nil, of: .gps, in: .iptc)
    if keepsCopyright && keepsPlaces && policy.keeps(.iptc) { return records }
    var (kept, isFound): ([UInt8], Bool) = ([], false)
    var rest = records[...]
    while rest.first == 0x1C {
      guard let record = rest.number(at: 1, count: 1), let set = rest.number(at: 2, count: 1),
        let length = rest.number(at: 3, count: 2), length < 0x8000, rest.count >= 5 + length
      else { break }
      let isKept =
        switch set {
        case _ where record != 2: policy.keeps(.iptc)
        case _ where copyright.contains(set): keepsCopyright
        case _ where places.contains(set): keepsPlaces
        default: policy.keeps(.iptc)
        }
      let isWanted = record != 1 && isKept
      if record == 2 && places.contains(set) && !keepsPlaces && policy.keeps(.iptc) {
        changes.drop(MetadataPolicy.Group.gps.rawValue)
      }
      if record == 1 || isWanted { kept += rest.prefix(5 + length) }
      isFound = isFound || isWanted
      rest = rest.dropFirst(5 + length)
    }
    guard rest.allSatisfy({ $0 == 0 }) else { throw Unfollowable(reason: "its records can't be followed") }
    return isFound ? kept : nil
  }
}
