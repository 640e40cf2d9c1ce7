/// What must hold for IPTC's records that are kept.
enum IPTCOracle {
  private static let signature = Array("8BIM".utf8) + [4, 4, 0, 0]
  /// By-line, credit, source and copyright notice (IIM 4.2, chapter 6).
  private static let copyright: Set<UInt8> = [80, 110, 115, 116]
  /// Content location, city, sublocation, province or state, and country.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// `resources` is what stands behind the segment's name, `source` what stood there.
  static func fault(in resources: [UInt8], of source: [UInt8], _ policy: PlainPolicy) -> String? {
    guard resources.starts(with: signature), resources.count >= 12 else {
      return "IPTC: it isn't one resource with its records"
    }
    let size = resources[8..<12].reduce(0) { $0 << 8 | Int($1) }
    let records = Array(resources.dropFirst(12).prefix(size))
    guard records.count == size, resources.count == 12 + size + size % 2 else {
      return "IPTC: \(resources.count) bytes hold \(size)"
    }
    func keeps(_ group: String?) -> Bool { policy.allows(nil, group, in: "iptc") }
    if keeps(nil) && keeps("copyright") && keeps("gps") {
      return holds(source, records) ? nil : "IPTC: they aren't the source's"
    }
    return recordsFault(records[...], source, isKept: keeps)
  }

  /// `isKept` says whether a record is, by the group that it belongs to.
  private static func recordsFault(
    _ records: ArraySlice<UInt8>, _ source: [UInt8], isKept: (String?) -> Bool
  ) -> String? {
    var (rest, isFound) = (records, false)
    while !rest.isEmpty {
      let head = Array(rest.prefix(5))
      guard head.count == 5, head[0] == 0x1C, rest.count >= 5 + Int(head[3]) << 8 + Int(head[4]) else {
        return "IPTC: a record is cut off"
      }
      let record = Array(rest.prefix(5 + Int(head[3]) << 8 + Int(head[4])))
      let group =
        head[1] != 2
        ? nil : copyright.contains(head[2]) ? "copyright" : places.contains(head[2]) ? "gps" : nil
      guard head[1] == 1 || isKept(group) else { return "IPTC: \(head[1]):\(head[2]) isn't to be kept" }
      guard holds(source, record) else { return "IPTC: \(head[1]):\(head[2]) isn't the source's" }
      isFound = isFound || head[1] != 1
      rest = rest.dropFirst(record.count)
    }
    return isFound ? nil : "IPTC: there is nothing in it"
  }

  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    part.count <= bytes.count
      && (0...bytes.count - part.count).contains { bytes[$0...].starts(with: part) }
  }
}
