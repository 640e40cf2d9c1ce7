/// Names and faults of members that are no sources.
struct SkipTable: Hashable, Sendable {
  /// Two numbers for each member: the end of the name in ``names``, with the kind of the fault in the byte above 32
  /// bits; then the number of the fault.
  var words: [UInt64] = []
  var names: [UInt8] = []

  static let width = 2

  var count: Int { words.count / Self.width }

  /// Adds a member. False if the names would have more than `most` bytes.
  mutating func append(_ name: String, _ fault: MemberFault, within most: Int) -> Bool {
    guard name.utf8.count <= min(most, Int(UInt32.max)) - names.count else { return false }
    names.append(contentsOf: name.utf8)
    words.append(UInt64(names.count) | UInt64(fault.code.kind) << 32)
    words.append(fault.code.number)
    return true
  }

  subscript(number: Int) -> (name: String, fault: MemberFault) {
    let start = number > 0 ? nameEnd(of: number - 1) : 0
    let name = String(decoding: names[start..<nameEnd(of: number)], as: UTF8.self)
    return (name, fault(of: number) ?? .repeated)
  }

  /// True if these are the numbers and names of skipped members.
  var isSound: Bool {
    guard words.count == count * Self.width else { return false }
    var end = 0
    for number in 0..<count {
      guard nameEnd(of: number) >= end, words[number * Self.width] >> 40 == 0, fault(of: number) != nil else {
        return false
      }
      end = nameEnd(of: number)
    }
    return end == names.count
  }

  private func nameEnd(of number: Int) -> Int {
    Int(truncatingIfNeeded: words[number * Self.width] & 0xFFFF_FFFF)
  }

  private func fault(of number: Int) -> MemberFault? {
    let start = number * Self.width
    return MemberFault(kind: UInt8(truncatingIfNeeded: words[start] >> 32), number: words[start + 1])
  }
}
