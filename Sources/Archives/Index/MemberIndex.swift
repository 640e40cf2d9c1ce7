import System

/// The members of an archive in their order: 44 bytes and a name for each. Skipped members and the fault of the archive
/// belong to it, so a scan that is kept says the same as a new one.
package struct MemberIndex: Hashable, Sendable {
  var table = MemberTable()
  /// The numbers of all members, sorted by the bytes of their names.
  var order: [UInt32] = []
  var skips = SkipTable()
  /// Why the scan ended early; nil for a whole archive.
  package internal(set) var fault: ArchiveFault?

  package var count: Int { table.count }

  /// The memory of the members, in bytes: names, places and their order.
  package var memory: Int { table.memory + order.count * MemoryLayout<UInt32>.size }

  /// The member with a number from 0 to ``count`` - 1.
  package subscript(number: Int) -> ArchiveMember {
    ArchiveMember(name: name(of: number), place: place(of: number))
  }

  package func name(of number: Int) -> String { String(decoding: nameBytes(of: number), as: UTF8.self) }

  /// The name as bytes of UTF-8.
  package func nameBytes(of number: Int) -> ArraySlice<UInt8> { table.names[table.nameRange(of: number)] }

  package func place(of number: Int) -> MemberPlace { table.place(of: number) }

  /// True if all members lie in an archive of `bytes` bytes, and none of them has more than `largest` bytes, packed or
  /// unpacked.
  package func isWithin(_ bytes: UInt64, largest: UInt64) -> Bool {
    (0..<count).allSatisfy { number in
      let place = place(of: number)
      return place.range.upperBound <= bytes && max(place.packed, place.size) <= largest
    }
  }

  /// The number of members that are no sources.
  package var skippedCount: Int { skips.count }

  /// A member that is no source, by its number from 0 to ``skippedCount`` - 1.
  package func skipped(_ number: Int) -> (name: String, fault: MemberFault) { skips[number] }

  /// The number of the member with this name; nil if there is none. Names are compared by their bytes.
  package func number(named name: some Collection<UInt8>) -> Int? {
    let place = firstPlace(from: name)
    guard place < order.count else { return nil }
    let number = Int(order[place])
    return nameBytes(of: number).elementsEqual(name) ? number : nil
  }

  /// The number of the member with this name; nil if there is none.
  package func number(named name: String) -> Int? { number(named: Array(name.utf8)) }

  /// The first place in ``order`` whose name isn't before `name`.
  func firstPlace(from name: some Collection<UInt8>) -> Int {
    (0..<order.count).firstPlace { !nameBytes(of: Int(order[$0])).lexicographicallyPrecedes(name) }
  }
}

extension MemberIndex {
  /// Collects the events of a scan.
  package struct Builder: Sendable {
    private var index = MemberIndex()
    private let limits: ArchiveLimits

    package init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

    /// Adds the next event. Throws a limit if members or names would take more than allowed.
    package mutating func append(_ event: ArchiveEvent) throws(ArchiveFault) {
      switch event {
      case .member(let member): try append(member)
      case .skipped(let name, let fault):
        if index.count + index.skips.count >= limits.members { throw ArchiveFault(.limit(.members), at: 0) }
        guard index.skips.append(name, fault, within: limits.nameBytes) else {
          throw ArchiveFault(.limit(.nameBytes), at: 0)
        }
      }
    }

    /// Adds the next member. Throws a limit if members or names would take more than allowed.
    package mutating func append(_ member: ArchiveMember) throws(ArchiveFault) {
      let header = member.place.header
      if index.count + index.skips.count >= limits.members {
        throw ArchiveFault(.limit(.members), at: header)
      }
      guard member.place.offset >= header, member.place.offset - header <= UInt64(UInt32.max) else {
        throw ArchiveFault(.limit(.headerBytes), at: header)
      }
      guard index.table.append(member, within: limits.nameBytes) else {
        throw ArchiveFault(.limit(.nameBytes), at: header)
      }
    }

    /// The index of all that was added. `fault` is why the scan ended early.
    package consuming func finish(_ fault: ArchiveFault? = nil) -> MemberIndex {
      index.fault = fault
      index.table.fit()
      index.order = index.table.order()
      return index
    }
  }
}
