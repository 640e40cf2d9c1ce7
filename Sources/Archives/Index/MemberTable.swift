import Glibc

/// Names and places of members, one after the other.
struct MemberTable: Hashable, Sendable {
  /// Five numbers for each member: the offset of the header, the packed bytes, the bytes; then the bytes of headers
  /// before the data, with the CRC-32 in the upper half; then the end of the name in ``names``, with the method in the
  /// next byte, and in the byte above 1 if there is a CRC-32.
  var words: [UInt64] = []
  /// The names in UTF-8, without anything between them.
  var names: [UInt8] = []

  static let width = 5

  var count: Int { words.count / Self.width }

  var memory: Int { words.count * MemoryLayout<UInt64>.size + names.count }

  /// Adds a member whose data begins less than 4 GiB behind its header. False if the names would have more than `most`
  /// bytes.
  mutating func append(_ member: ArchiveMember, within most: Int) -> Bool {
    let place = member.place
    guard member.name.utf8.count <= min(most, Int(UInt32.max)) - names.count else { return false }
    names.append(contentsOf: member.name.utf8)
    words.append(place.header)
    words.append(place.packed)
    words.append(place.size)
    words.append((place.offset &- place.header) & 0xFFFF_FFFF | UInt64(place.checksum ?? 0) << 32)
    words.append(
      UInt64(names.count) | UInt64(place.method.rawValue) << 32 | (place.checksum == nil ? 0 : 1 << 40))
    return true
  }

  /// Gives memory back that no member needs. Lists grow by doubling.
  mutating func fit() {
    if words.capacity > words.count + words.count / 8 { words = words.map { $0 } }
    if names.capacity > names.count + names.count / 8 { names = names.map { $0 } }
  }

  func nameRange(of number: Int) -> Range<Int> {
    let start = number > 0 ? nameEnd(of: number - 1) : 0
    return start..<nameEnd(of: number)
  }

  func place(of number: Int) -> MemberPlace {
    let start = number * Self.width
    let (header, mixed, last) = (words[start], words[start + 3], words[start + 4])
    return MemberPlace(
      header: header, offset: header &+ (mixed & 0xFFFF_FFFF), packed: words[start + 1],
      size: words[start + 2], method: Self.method(last) ?? .stored,
      checksum: last >> 40 == 1 ? UInt32(truncatingIfNeeded: mixed >> 32) : nil)
  }

  private func nameEnd(of number: Int) -> Int {
    Int(truncatingIfNeeded: words[number * Self.width + 4] & 0xFFFF_FFFF)
  }

  private static func method(_ last: UInt64) -> MemberPlace.Method? {
    MemberPlace.Method(rawValue: UInt8(truncatingIfNeeded: last >> 32))
  }

  /// The numbers of all members, sorted by the bytes of their names.
  func order() -> [UInt32] {
    var order = (0..<UInt32(truncatingIfNeeded: count)).map { $0 }
    names.withUnsafeBytes { bytes in
      order.sort { comparison(Int($0), Int($1), bytes) < 0 }
    }
    return order
  }

  /// True if `order` is what ``order()`` gives.
  func isOrder(_ order: [UInt32]) -> Bool {
    guard order.count == count, order.allSatisfy({ $0 < count }) else { return false }
    return names.withUnsafeBytes { bytes in
      zip(order, order.dropFirst()).allSatisfy { comparison(Int($0), Int($1), bytes) < 0 }
    }
  }

  /// True if these are the numbers and names of members: names lie one after the other, and places don't overflow.
  var isSound: Bool {
    guard words.count == count * Self.width else { return false }
    var end = 0
    for number in 0..<count {
      let start = number * Self.width
      let (gap, packed) = (words[start + 3] & 0xFFFF_FFFF, words[start + 1])
      let (offset, isOver) = words[start].addingReportingOverflow(gap)
      guard !isOver, !offset.addingReportingOverflow(packed).overflow, nameEnd(of: number) >= end,
        words[start + 4] >> 41 == 0, Self.method(words[start + 4]) != nil
      else { return false }
      end = nameEnd(of: number)
    }
    return end == names.count
  }

  /// Below 0 if a member comes before another one. Of equal names, the earlier member comes first.
  private func comparison(_ one: Int, _ other: Int, _ names: UnsafeRawBufferPointer) -> Int {
    let (first, second) = (nameRange(of: one), nameRange(of: other))
    let common = min(first.count, second.count)
    if common > 0, let start = names.baseAddress {
      let result = memcmp(start + first.lowerBound, start + second.lowerBound, common)
      if result != 0 { return Int(result) }
    }
    return first.count == second.count ? one - other : first.count - second.count
  }
}
