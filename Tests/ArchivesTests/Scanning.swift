import Archives
import Testing

/// What a scan of an archive in memory found.
struct Scanned: Equatable {
  var events: [ArchiveEvent] = []
  var fault: ArchiveFault?
  /// The ranges that were wanted.
  var wanted: [Range<UInt64>] = []

  var members: [ArchiveMember] {
    events.compactMap { if case .member(let member) = $0 { member } else { nil } }
  }

  var names: [String] { members.map(\.name) }

  /// The faults of skipped members by their names; of equal names the last.
  var faults: [String: MemberFault] {
    var faults: [String: MemberFault] = [:]
    for case .skipped(let name, let fault) in events { faults[name] = fault }
    return faults
  }

  /// Scans bytes to their end.
  init(_ bytes: [UInt8], _ scan: consuming some ArchiveScan) {
    do throws(ArchiveFault) {
      while let range = scan.wanted {
        wanted.append(range)
        let size = UInt64(bytes.count)
        if range.lowerBound > size {
          try scan.end(at: size)
        } else {
          try scan.take(bytes[Int(range.lowerBound)..<Int(min(range.upperBound, size))])
        }
        while let event = scan.next() { events.append(event) }
      }
    } catch { fault = error }
    while let event = scan.next() { events.append(event) }
    #expect(scan.wanted == nil)
  }

  static func tar(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) -> Scanned {
    Scanned(bytes, TarScan(limits: limits))
  }

  static func zip(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) -> Scanned {
    Scanned(bytes, ZipScan(size: UInt64(bytes.count), limits: limits))
  }
}

/// The packed bytes of a member.
func packed(_ place: MemberPlace, _ bytes: [UInt8]) -> [UInt8] {
  Array(bytes[Int(place.range.lowerBound)..<Int(place.range.upperBound)])
}
