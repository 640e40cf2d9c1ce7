extension MemberIndex {
  /// The stem of a name, which the members of a WebDataset sample have in common: all up to the first dot behind the
  /// last slash.
  package static func stem(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let last = name.lastIndex(of: slash).map { $0 + 1 } ?? name.startIndex
    return name[..<(name[last...].firstIndex(of: dot) ?? name.endIndex)]
  }

  private static let dot = UInt8(ascii: ".")
  private static let slash = UInt8(ascii: "/")

  /// The numbers of all members with the same stem as a member, with its own number, in ascending order. The search
  /// looks at `most` names and finds no more members.
  package func sample(of number: Int, most: Int = 256) -> [Int] {
    let stem = Array(Self.stem(of: nameBytes(of: number)))
    var found = Set([number])
    if let alone = self.number(named: stem) { found.insert(alone) }
    let start = stem + [Self.dot]
    var place = firstPlace(from: start)
    for _ in 0..<most {
      guard place < order.count else { break }
      let other = Int(order[place])
      let name = nameBytes(of: other)
      guard name.starts(with: start) else { break }
      if let folder = name.dropFirst(start.count).firstIndex(of: Self.slash) {
        // The members of a folder whose name begins with the stem lie together: the sign after `/` is `0`.
        place = firstPlace(from: name[..<folder] + [Self.slash + 1])
      } else {
        found.insert(other)
        place += 1
      }
    }
    return found.sorted()
  }
}
