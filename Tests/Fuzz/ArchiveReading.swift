import Archives
import System

/// What a scan of an archive in memory finds, with what must hold for all archives.
struct ArchiveReading {
  private(set) var events: [ArchiveEvent] = []
  private(set) var fault: ArchiveFault?
  /// The first condition that was broken.
  private(set) var trouble: String?

  /// The longest range that a scan may want, in bytes.
  private static let longest = 1 << 20

  /// Scans bytes to their end. `mend` may change the bytes of a range before the scan takes them. Members lie in `room`
  /// bytes; nil stands for the archive's size.
  init(
    _ bytes: [UInt8], _ scan: consuming some ArchiveScan, room: UInt64? = nil,
    mend: (inout [UInt8]) -> Void = { _ in }
  ) {
    let size = UInt64(bytes.count)
    var rounds = 0
    do throws(ArchiveFault) {
      while let range = scan.wanted {
        rounds += 1
        if range.isEmpty || range.count > Self.longest || rounds > bytes.count + 9 {
          trouble = "the scan wants \(range) in round \(rounds)"
          return
        }
        if range.lowerBound > size {
          try scan.end(at: size)
        } else {
          var part = Array(bytes[Int(range.lowerBound)..<Int(min(range.upperBound, size))])
          mend(&part)
          try scan.take(part[...])
        }
        while let event = scan.next() { events.append(event) }
      }
    } catch { fault = error }
    while let event = scan.next() { events.append(event) }
    if scan.wanted != nil { trouble = "a scan that failed wants more" }
    if let fault, fault.offset > size { trouble = "a fault at byte \(fault.offset) of \(size)" }
    trouble = trouble ?? faultOfMembers(room ?? size) ?? faultOfIndex()
  }

  /// Names are paths without tricks and differ; members lie in the archive, one behind the other.
  private func faultOfMembers(_ size: UInt64) -> String? {
    var names: Set<[UInt8]> = []
    var end: UInt64 = 0
    for event in events {
      if event.name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        return "a name has a control character"
      }
      guard case .member(let member) = event else { continue }
      let parts = member.name.split(separator: "/", omittingEmptySubsequences: false)
      if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
        return "the name '\(member.name)'"
      }
      if !names.insert(Array(member.name.utf8)).inserted { return "the name '\(member.name)' comes twice" }
      let place = member.place
      if place.header < end { return "'\(member.name)' begins before byte \(end)" }
      end = place.range.upperBound
      if end > size { return "'\(member.name)' ends at byte \(end) of \(size)" }
      if place.method == .stored && place.packed != place.size { return "'\(member.name)' has two sizes" }
    }
    return nil
  }

  /// An index of the events says the same as they do, also when it is written and read again.
  private func faultOfIndex() -> String? {
    var builder = MemberIndex.Builder()
    do throws(ArchiveFault) {
      for event in events { try builder.append(event) }
    } catch { return "the index doesn't take the events" }
    let index = builder.finish(fault)
    guard MemberIndex(index.bytes(identity: [7]), identity: [7]) == index else {
      return "the index isn't the same"
    }
    var (members, skipped) = (0, 0)
    for event in events {
      switch event {
      case .member(let member):
        if index[members] != member { return "member \(members) is another one" }
        if index.number(named: member.name) != members { return "'\(member.name)' isn't found" }
        if !index.sample(of: members).contains(members) { return "'\(member.name)' isn't in its sample" }
        members += 1
      case .skipped(let name, let fault):
        if index.skipped(skipped) != (name, fault) { return "skipped member \(skipped) is another one" }
        skipped += 1
      }
    }
    return members == index.count && skipped == index.skippedCount
      ? nil : "the index has another number of members"
  }
}
