import Archives
import System
import TestSupport
import Testing

@Suite struct MemberIndexTests {
  private func member(_ name: String, _ number: UInt64 = 0) -> ArchiveMember {
    ArchiveMember(
      name: name,
      place: MemberPlace(
        header: number << 40, offset: number << 40 + 512 * number, packed: number + 7, size: number << 33,
        method: MemberPlace.Method.allCases[Int(number % 3)],
        checksum: number % 2 == 0 ? nil : UInt32(truncatingIfNeeded: number &* 0x9E37_79B9)))
  }

  private func index(_ names: [String], _ fault: ArchiveFault? = nil) throws -> MemberIndex {
    var builder = MemberIndex.Builder()
    for (number, name) in names.enumerated() { try builder.append(member(name, UInt64(number))) }
    return builder.finish(fault)
  }

  @Test("Members are read by their numbers and found by their names")
  func lookup() throws {
    let names = ["b/2.jpg", "a", "b/1.jpg", "é", "", "b/1.jpg.txt", "b"]
    let index = try index(names)
    #expect(index.count == names.count)
    for (number, name) in names.enumerated() {
      #expect(index[number] == member(name, UInt64(number)))
      #expect(index.number(named: name) == number)
    }
    for name in ["b/", "b/1.jp", "c", "e\u{301}", "0"] { #expect(index.number(named: name) == nil) }
    #expect(try self.index([]).number(named: "a") == nil)
  }

  @Test("A sample has all members with one stem")
  func samples() throws {
    let names = [
      "s/001.jpg", "s/002.jpg", "s/001.json", "s/001", "s/0011.jpg", "s/001-x.jpg", "s/001.d/a.jpg",
      "s/001.d/b.jpg", "s/001.e/a.jpg", "s/001.seg.png", "001.jpg", "s/001.d.txt", "s.x/001.jpg",
      "s/001/c.jpg",
    ]
    let index = try index(names)
    let sample = ["s/001.jpg", "s/001.json", "s/001", "s/001.seg.png", "s/001.d.txt"]
    let numbers = sample.compactMap { names.firstIndex(of: $0) }.sorted()
    for number in numbers { #expect(index.sample(of: number) == numbers) }
    #expect(index.sample(of: 1) == [1])
    #expect(index.sample(of: 6) == [6])
    #expect(index.sample(of: 10) == [10])
    #expect(index.sample(of: 12) == [12])
    for (name, stem) in [
      ("a/b.c.d", "a/b"), ("a.b/c", "a.b/c"), (".x", ""), ("a/.x", "a/"), ("", ""), ("a", "a"),
    ] {
      #expect(MemberIndex.stem(of: Array(name.utf8)[...]).elementsEqual(stem.utf8))
    }
    // A folder whose name begins with the stem has more members than the search looks at.
    let folder = try self.index((0..<300).map { "s/001.d/\($0)" } + ["s/001.jpg", "s/001.a"])
    for number in [300, 301] { #expect(folder.sample(of: number) == [300, 301]) }
    let many = try self.index((0..<1000).map { "a.\($0)" })
    #expect(many.sample(of: 0, most: 10).count <= 11)
  }

  @Test("Skipped members and the fault of the archive belong to the index")
  func skips() throws {
    var builder = MemberIndex.Builder()
    let faults: [MemberFault] =
      [
        .link, .device, .sparse, .encrypted, .method(65_535), .kind(77), .repeated, .tooLarge(.max),
        .overlaps, .memory(7), .coder(.max),
      ] + NameFault.allCases.map { .name($0) } + MemberDamage.allCases.map { .damaged($0) }
    for (number, fault) in faults.enumerated() {
      try builder.append(.skipped(name: "n\(number)", fault))
      try builder.append(.member(member("m\(number)", UInt64(number))))
    }
    let index = builder.finish(ArchiveFault(.cut(before: 99), at: 9))
    let read = try #require(MemberIndex(index.bytes(identity: [1]), identity: [1]))
    #expect(read == index)
    #expect(read.fault == ArchiveFault(.cut(before: 99), at: 9))
    #expect((0..<read.skippedCount).map { read.skipped($0).fault } == faults)
    #expect((0..<read.skippedCount).map { read.skipped($0).name } == faults.indices.map { "n\($0)" })
    #expect(Set(faults.map(\.message)).count == faults.count)
  }

  @Test("An index is the same when it is written and read again")
  func bytes() throws {
    for names in [[], ["a"], (0..<300).map { "dir/\(($0 * 7919) % 300).jpg" }] {
      let index = try index(names)
      let read = try #require(
        MemberIndex(index.bytes(identity: Array("id".utf8)), identity: Array("id".utf8)))
      #expect(read == index)
      #expect(read.number(named: "dir/17.jpg") == index.number(named: "dir/17.jpg"))
    }
    let kinds: [ArchiveFault.Kind] =
      [.cut(before: .max), .unended, .noTar, .noZip, .noSevenZip, .noRar, .parts, .encrypted]
      + ArchiveFault.Packer.allCases.map { .compressed($0) }
      + ArchiveFault.Damage.allCases.map { .damaged($0) }
      + ArchiveFault.Limit.allCases.map { .limit($0) }
    for kind in kinds {
      let index = try index(["a"], ArchiveFault(kind, at: 1 << 50))
      #expect(MemberIndex(index.bytes(identity: []), identity: []) == index)
    }
    #expect(Set(kinds.map { ArchiveFault($0, at: 0).message }).count == kinds.count)
  }

  @Test("A damaged index, or one of another archive, isn't read")
  func damage() throws {
    let bytes = try index(["a.jpg", "b.jpg"]).bytes(identity: [1, 2])
    #expect(MemberIndex(bytes, identity: [1, 3]) == nil)
    #expect(MemberIndex(bytes, identity: [1]) == nil)
    #expect(MemberIndex(bytes + [0], identity: [1, 2]) == nil)
    for place in bytes.indices {
      #expect(MemberIndex(Array(bytes[..<place]), identity: [1, 2]) == nil)
      var changed = bytes
      changed[place] ^= 0x10
      #expect(MemberIndex(changed, identity: [1, 2]) == nil, "\(place)")
    }
  }

  @Test("Numbers that lie under a right checksum aren't believed")
  func lies() throws {
    let bytes = try index(["a.jpg", "b.jpg"]).bytes(identity: [])
    for place in 12..<(bytes.count - 4) {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = Array(bytes.dropLast(4))
        changed[place] = value
        changed += ZipBuilder.number(CRC32C.of(changed))
        guard let read = MemberIndex(changed, identity: []) else { continue }
        for number in 0..<read.count { #expect(read.place(of: number).range.lowerBound >= 0) }
        #expect(read.count == 2)
        #expect(read.number(named: read.nameBytes(of: 0)) == 0)
        #expect((0..<read.skippedCount).map { read.skipped($0).name } == [])
      }
    }
  }

  @Test("An index tells if its members lie in an archive of some size, and aren't too large")
  func within() throws {
    // The second member has its data at 2^40 + 512, with 8 packed bytes, and 2^33 bytes when unpacked.
    let index = try index(["a", "b"])
    let end: UInt64 = 1 << 40 + 512 + 8
    #expect(index.isWithin(end, largest: 1 << 33))
    #expect(!index.isWithin(end - 1, largest: 1 << 33))
    #expect(!index.isWithin(end, largest: 1 << 33 - 1))
    // The first member has 7 packed bytes, and none when unpacked.
    let first = try self.index(["a"])
    #expect(first.isWithin(end, largest: 7))
    #expect(!first.isWithin(end, largest: 6))
  }

  @Test("A member takes 44 bytes and its name")
  func memory() throws {
    let index = try index((0..<1000).map { "name-\($0 + 1000)" })
    #expect(index.memory == 1000 * (44 + 9))
  }

  @Test("Limits of members and names, and headers that are too far from their data")
  func limits() throws {
    var limits = ArchiveLimits()
    (limits.members, limits.nameBytes) = (2, 3)
    var builder = MemberIndex.Builder(limits: limits)
    try builder.append(member("ab"))
    #expect(throws: ArchiveFault(.limit(.nameBytes), at: 1 << 40)) { try builder.append(member("ab", 1)) }
    try builder.append(.skipped(name: "abc", .link))
    #expect(throws: ArchiveFault(.limit(.members), at: 1 << 40)) { try builder.append(member("", 1)) }
    let far = MemberPlace(header: 1, offset: 1 << 33, packed: 0, size: 0, method: .stored, checksum: nil)
    var other = MemberIndex.Builder()
    #expect(throws: ArchiveFault(.limit(.headerBytes), at: 1)) {
      try other.append(ArchiveMember(name: "a", place: far))
    }
  }
}
