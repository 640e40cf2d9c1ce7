import Archives
import System
import TestSupport
import Testing

@Suite struct SevenZipTests {
  /// `a.jpg` with `upright ` 40 times, `b.jpg` with `second`, and the file `empty`, packed by 7-Zip in several ways.
  private static let archives = [
    "LZMA2":
      "N3q8ryccAASjydasjAAAAAAAAAAhAAAAAAAAAJnv7E3gAUUAF10AOpwKlC0GF97iIpPxDFF7vC4g+2Cw2wAAAACBMweuD8/8"
      + "8GwP6+qcvzY9/tQa7qYXDWOYYlWWMXqawgu+GqChFWeDblWb1xKmTUEfj0vCM0G8Pgg/VByCMSR+uJjuLSAuBt4/3wDmm3X9"
      + "bqBEV7xUosBNJ+7hIzP8bSDY6nCXyE+5nAAAABcGHwEJbQAHCwEAASMDAQEFXQAQAAAMgJIKAS0B2eMAAA==",
    "LZMA":
      "N3q8ryccAATbfozXiQAAAAAAAAAhAAAAAAAAAKMdh5QAOpwKlC0GF97iIpPxDFF7vC4g+2Cw2wAAAIEzB64Pz4CuDA/r6p4B"
      + "DWIDjdPiCQWNIpN+hjIjbXbcLFS21leoC3ZBBUOyLAXJhFFpEHebzbUAymLo8TRpRcmAgiz/+vT5DCQwsJDTVgHQGeeBUlKM"
      + "67J06mcb8n3BHvvPdEC9mwMt3WE62AAAABcGGAEJcQAHCwEAASMDAQEFXQAQAAAMgJIKAeS8whkAAA==",
    "BZip2":
      "N3q8ryccAATR3Dv3qwAAAAAAAAAhAAAAAAAAAKfC3eJCWmg5MUFZJlNZxkdb0AAAopGAQAAO4d4AIABQgAABUqAZNkoR3isi"
      + "MCKEazYixGrEcSQvYu5IpwoSGMjregAAAIEzB64P0ePZhKCQoHJD1LHirap+4gVUEEV0VrNBiea2mZ32VBrdvYDkkYN+Jk2u"
      + "EuY71lzL4hos0DFwIIZpsV7mt93ORdCj3swVTkgZadivheJuRb5M5HHlkkfilX1fYfN4L+nctxesAAAXBj8BCWwABwsBAAEj"
      + "AwEBBV0AEAAADICSCgGIQQkqAAA=",
    "PPMd":
      "N3q8ryccAAQ4baVmiAAAAAAAAAAhAAAAAAAAAMp/SnAAdPlRle1GcUYqzR8gUx1pJt5gjOaeAAAAgTMHrg/Pbu6MB8hDgIOC"
      + "4rwsbq1eTZyovjn5/ezj7I8TOFAj+Mw30aEnLjT+QPW7f89JSAJ7tnfzQQES5PQkjda+R1D+8AiLkifLJX1SKdYh9ua+cUKN"
      + "4dUKAayCTkeM1sdE3x0FWTNE1vnUAAAAFwYXAQlxAAcLAQABIwMBAQVdABAAAAyAkgoBYVNMbAAA",
    "Deflate":
      "N3q8ryccAATeIAYyiwAAAAAAAAAhAAAAAAAAAHfaNW3txbkRAEAEAMBWrrdjkGA8/etBbJNtDyGud+9O/KYwAACBMweuD8/8"
      + "8GwP6+qJf+TLbWDOubkYhqUY78uR5z7Bpzi1edBqX13DvDjluhn6epUkIhQnzpmkkiojtE61YizjwT9WjXFq7cEM4EFDo3It"
      + "E9ugSGbBLS02S7+HY4u/j6jKEGZAdCGgAAAAFwYfAQlsAAcLAQABIwMBAQVdABAAAAyAkgoBqiKlPgAA",
    // With a filter for programs before LZMA2, and encrypted, without and with its names.
    "BCJ":
      "N3q8ryccAARt/u+GGAAAAAAAAABSAAAAAAAAAI7LmqbgAT8AEF0AOpwKlC0GF97iIpPxC+4QAAABBAYAAQkYAAcLAQACISEB"
      + "AAQDAwEDAQAMgUCBQAAICgE1dkccAAAFARkCAAARDQBhAC4AagBwAGcAAAAUCgEAD72tJH5+3QEVBgEAIICkgQAA",
    "AES":
      "N3q8ryccAAQYdD4tIAAAAAAAAABiAAAAAAAAABGrC7aBGjWHwHSYwDoaxLnUeypaQ15ZQ1Xvb+uvCLtwCEXxWgEEBgABCSAA"
      + "BwsBAAIkBvEHARJTD7gUVYxlVRm38DQMi23p0AIhIQEAAQAMGIFAAAgKATV2RxwAAAUBGQARDQBhAC4AagBwAGcAAAAUCgEA"
      + "D72tJH5+3QEVBgEAIICkgQAA",
    "names":
      "N3q8ryccAAQXDMnzkAAAAAAAAAAuAAAAAAAAAJceY5jT8Od9QF8zOd8wauGd9igkROhjSWO9Svoxi1RzF2fMB7FDNR53ueN9"
      + "db2y6U6JaBSWwcWnTYctPmBb9e1QNuPsrHDSsLW7mkRc7YzvIF/X6Q0yQ74Ne6MG7Ogdg8bPxKY6c46DlEGTesu4jtID8p6y"
      + "Z7zDSGprXxD/IyD8Hxlk50qwFe0oGQiE4D6o6wrrZgUXBiABCXAABwsBAAEkBvEHARJTDz1ZMPuc9qQ0ejbWUxha4PkMYgoB"
      + "4cTKrwAA",
  ]

  private let text = Array("some text".utf8)
  private let members = [
    ArchiveFile.Member(name: "a.jpg", bytes: Array(String(repeating: "upright ", count: 40).utf8)),
    ArchiveFile.Member(name: "b.jpg", bytes: Array("second".utf8)),
    ArchiveFile.Member(name: "empty", bytes: []),
  ]

  private func archive(_ name: String) throws -> [UInt8] {
    try #require(PackedData(.sevenZip, base64: Self.archives[name] ?? "")).bytes
  }

  @Test("Members of archives that 7-Zip packed", arguments: ["LZMA2", "LZMA", "BZip2"])
  func packed(_ name: String) throws {
    let found = try PackedArchive(.sevenZip, archive(name))
    #expect(found.sorted == members)
    #expect(found.faults == [:])
    #expect(found.fault == nil)
  }

  @Test("Other methods and encrypted members are no sources")
  func unsupported() throws {
    // The numbers stand in Methods.txt of 7-Zip's SDK.
    for (name, number) in [("PPMd", 0x03_0401), ("Deflate", 0x04_0108)] as [(String, UInt64)] {
      let found = try PackedArchive(.sevenZip, archive(name))
      #expect(found.faults == ["a.jpg": .coder(number), "b.jpg": .coder(number)])
      #expect(found.sorted.map(\.name) == ["empty"])
    }
    #expect(try PackedArchive(.sevenZip, archive("BCJ")).faults == ["a.jpg": .coder(0x0303_0103)])
    #expect(
      MemberFault.coder(0x03_0401).message == "is packed by method 30401 of 7-Zip, which Upright doesn't read"
    )
    #expect(try PackedArchive(.sevenZip, archive("AES")).faults == ["a.jpg": .encrypted])
    #expect(try PackedArchive(.sevenZip, archive("names")).fault == .encrypted)
  }

  @Test("Folders, links, odd names and members without a CRC-32")
  func kinds() throws {
    var files = [
      "é 日本.jpg", "dir", "none.jpg", "link.jpg", "../up.jpg", "é 日本.jpg", "nosum.jpg", "pipe",
      "\u{1F600}.jpg",
    ]
    .map { SevenZipBuilder.File($0, text) }
    (files[1].bytes, files[1].isFolder, files[2].bytes) = ([], true, [])
    files[3].attributes = 0x8000 | 0o120777 << 16
    files[6].sum = nil
    files[7].attributes = 0x8000 | 0o010644 << 16
    // Half of a pair, and a reparse point of Windows.
    files.append(SevenZipBuilder.File("x", text))
    files[9].name = [0xD800, 0x61]
    files.append(SevenZipBuilder.File("junction", text))
    files[10].attributes = 0x400
    for isSolid in [false, true] {
      let found = try PackedArchive(.sevenZip, SevenZipBuilder(files, isSolid: isSolid).bytes)
      #expect(found.fault == nil)
      #expect(found.members.map(\.name) == ["é 日本.jpg", "none.jpg", "\u{1F600}.jpg"])
      #expect(found.members.map(\.bytes) == [text, [], text])
      #expect(found.faults["link.jpg"] == .link)
      #expect(found.faults["../up.jpg"] == .name(.climbs))
      #expect(found.faults["é 日本.jpg"] == .repeated)
      #expect(found.faults["nosum.jpg"] == .damaged(.noChecksum))
      #expect(found.faults["pipe"] == .device)
      #expect(found.faults["junction"] == .link)
      #expect(found.faults.values.contains(.name(.notUTF8)))
      #expect(found.faults.count == 7)
    }
  }

  @Test("A name counts once, also if its member is no source")
  func repeatedSkips() {
    var link = SevenZipBuilder.File("a", text)
    link.attributes = 0x8000 | 0o120777 << 16
    let bytes = SevenZipBuilder([link, SevenZipBuilder.File("a", text), link]).bytes
    #expect(
      Scanned.sevenZip(bytes).events == [
        .skipped(name: "a", .link), .skipped(name: "a", .repeated), .skipped(name: "a", .repeated),
      ])
  }

  @Test("A dictionary above 256 MiB is refused, and the other members are read")
  func memory() throws {
    var files = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map { SevenZipBuilder.File($0, text) }
    // A chunk of LZMA2 with stored bytes, and its end (the .xz file format, section 5.3.1). The property 32 stands
    // for 256 MiB, 33 for 384 MiB, and 40 for 4 GiB; 41 for nothing.
    let packed = [1, 0, UInt8(text.count - 1)] + text + [0]
    for (place, property) in [32, 33, 40, 41].enumerated() as EnumeratedSequence<[UInt8]> {
      (files[place].coder, files[place].packed) = ([0x21, 0x21, 1, property], packed)
    }
    files.append(SevenZipBuilder.File("e.jpg", text))
    let found = try PackedArchive(.sevenZip, SevenZipBuilder(files).bytes)
    #expect(found.members.map(\.name) == ["a.jpg", "e.jpg"])
    #expect(found.members.map(\.bytes) == [text, text])
    #expect(
      found.faults == ["b.jpg": .memory(256 << 20), "c.jpg": .memory(256 << 20), "d.jpg": .damaged(.data)])
  }

  @Test("A damaged piece of data fails its own members only")
  func damagedFolder() throws {
    var files = ["a.jpg", "b.jpg", "c.jpg"].map { SevenZipBuilder.File($0, .sample(200_000)) }
    (files[1].coder, files[1].packed) = ([0x21, 0x21, 1, 20], [2, 0, 4] + text)
    let found = try PackedArchive(.sevenZip, SevenZipBuilder(files).bytes)
    #expect(found.members.map(\.name) == ["a.jpg", "c.jpg"])
    #expect(found.faults == ["b.jpg": .damaged(.checksum)])
    #expect(found.fault == nil)
  }

  @Test("A large piece that is damaged at its start leaves the next one whole, in both orders")
  func largeDamage() throws {
    var files = ["a.jpg", "b.jpg"].map { SevenZipBuilder.File($0, text) }
    // 65 MiB may come from 7 KB, and not from the few bytes before the damage.
    files[0].bytes = [UInt8](repeating: 0, count: 65 << 20)
    files[0].coder = [0x21, 0x21, 1, 20]
    files[0].packed = [2, 0, 4] + [UInt8](repeating: 7, count: 8000)
    let bytes = SevenZipBuilder(files).bytes
    let places = Scanned.sevenZip(bytes).members.map(\.place.range)
    #expect(places.map(\.count) == [65 << 20, text.count])
    for order in [[0, 1], [1, 0]] {
      let reader = try PackedData(.sevenZip, bytes).reader(window: 1000)
      for number in order {
        let end = places[number].upperBound
        #expect(try reader.read(end - 9..<end) == (number == 0 ? [UInt8](repeating: 0, count: 9) : text))
      }
    }
  }

  @Test("A member is read without those in other pieces of data")
  func restart() throws {
    let files = (0..<5).map { SevenZipBuilder.File("\($0).jpg", .sample(300_000 + $0)) }
    let bytes = SevenZipBuilder(files).bytes
    let reader = try PackedData(.sevenZip, bytes).reader(window: 1000, distance: 1)
    let last = Scanned(bytes, SevenZipScan(size: UInt64(bytes.count))).members[4].place
    #expect(try reader.read(last.range) == files[4].bytes)
    #expect(reader.work == UInt64(files[4].bytes.count))
  }

  @Test("A cut or damaged archive gives only members with their own bytes", arguments: ["LZMA2", "BZip2"])
  func damage(_ name: String) throws {
    let bytes = try archive(name)
    let whole = UInt64(bytes.count)
    for count in 0..<bytes.count {
      let found = Scanned(Array(bytes[..<count]), SevenZipScan(size: UInt64(count)))
      #expect(found.events == [])
      #expect(
        found.fault?.kind == (count == 0 ? .noSevenZip : .cut(before: count < 32 ? 32 : whole)), "\(count)")
    }
    for place in bytes.indices {
      let found = try PackedArchive(.sevenZip, bytes.changed(at: place, bit: 1 << UInt8(place % 8)))
      #expect(found.members.allSatisfy { members.contains($0) }, "\(place)")
      #expect(found.fault != nil || found.faults != [:] || found.sorted == members, "\(place)")
    }
  }

  @Test("Headers that lie about counts and sizes are refused before memory is taken")
  func lies() throws {
    let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
    let headers: [[UInt8]] = [
      [], [1], [2], [1, 0, 0], [1, 5] + most, [1, 4, 6, 0] + most, [1, 4, 6] + most + [0, 0],
      [1, 4, 7, 11] + most + [0], [1, 4, 7, 11, 1, 0] + most, [1, 4, 7, 11, 1, 1, 0, 0],
      [1, 4, 6, 0, 1, 9] + most + [0], [1, 5, 1, 17] + most, [1, 5, 1, 17, 1, 0, 0, 0],
      [0x17], [0x17, 6, 0, 0], [0x17, 0],
      // A file with bytes and no data, and one whose name has no end.
      [1, 5, 1, 17, 3, 0, 0, 0, 0, 0], [1, 5, 1, 14, 1, 0x80, 17, 3, 0, 65, 0, 0, 0],
      // Packed bytes behind the end of the archive.
      [1, 4, 6, 0, 1, 9, 100, 0, 7, 11, 1, 0, 1, 1, 0, 12, 100, 0, 0, 5, 1, 17, 5, 0, 65, 0, 0, 0, 0, 0],
      // A header that is packed into itself, again and again.
      [0x17, 6, 3, 1, 9, 18, 0, 7, 11, 1, 0, 1, 1, 0, 12, 18, 0, 0],
    ]
    for header in headers {
      let found = Scanned.sevenZip(SevenZipBuilder.archive([1, 2, 3], header: header))
      if header == [1, 0, 0] || header == [] {
        #expect(found.fault == nil)
      } else {
        #expect(found.fault?.kind == .damaged(.directory), "\(header)")
      }
      #expect(found.events == [])
    }
    // One more folder than allowed, or than four packed streams each.
    for (start, count) in [([1, 4, 7, 11], 1 << 20 + 1), ([1, 4, 6, 0], 4 << 20 + 1)] as [([UInt8], Int)] {
      let data = start + SevenZipBuilder.number(count) + [UInt8](repeating: 0, count: count)
      let size = SevenZipBuilder.number(data.count)
      let header = [0x17, 6, 0, 1, 9] + size + [0, 7, 11, 1, 0, 1, 1, 0, 12] + size + [0, 0]
      let found = Scanned.sevenZip(SevenZipBuilder.archive(data, header: header))
      #expect(found.fault?.kind == .limit(.sevenZipFolders))
    }
    // A packed header that has a byte too many, packed or unpacked. The archive ends far behind its start.
    let large = SevenZipBuilder.number(128 << 20 + 1)
    for (packed, size) in [(large, [18]), ([18], large)] {
      let header = [0x17, 6, 3, 1, 9] + packed + [0, 7, 11, 1, 0, 1, 1, 0, 12] + size + [0, 0]
      let found = Scanned(
        SevenZipBuilder.archive([1, 2, 3], header: header), SevenZipScan(size: 3 << 30))
      #expect(found.fault == ArchiveFault(.limit(.sevenZipHeader), at: 35))
      #expect(found.wanted.allSatisfy { $0.count <= 100 })
    }
    var wide = SevenZipBuilder.archive([], header: [1, 0])
    wide[20] = 0xFF
    #expect(Scanned.sevenZip(wide).fault?.kind == .damaged(.checksum))
    #expect(Scanned.sevenZip([UInt8](repeating: 65, count: 99)).fault?.kind == .noSevenZip)
  }

  @Test("An archive with too many members, and a member with too many bytes")
  func limits() throws {
    let bytes = SevenZipBuilder(["a", "b", "c"].map { SevenZipBuilder.File($0, text) }).bytes
    var limits = ArchiveLimits()
    limits.members = 2
    #expect(Scanned.sevenZip(bytes, limits).fault?.kind == .limit(.members))
    limits.members = 3
    #expect(Scanned.sevenZip(bytes, limits).names == ["a", "b", "c"])
    limits.memberBytes = 8
    #expect(
      Scanned.sevenZip(bytes, limits).faults == ["a": .tooLarge(9), "b": .tooLarge(9), "c": .tooLarge(9)])
  }

  @Test("7-Zip", .enabled(if: ArchiveProgram.sevenZip.path != nil, "7z isn't installed"))
  func program() throws {
    let tree = try SampleTree()
    for (number, options) in [
      ["-mx=1"], ["-mx=9"], ["-ms=off"], ["-m0=LZMA"], ["-m0=BZip2"], ["-m0=Copy"], ["-mhc=off"],
      ["-mtm=off"],
    ].enumerated() {
      try ArchiveProgram.sevenZip.run(
        ["a", "-t7z", "-snl"] + options + ["../\(number).7z", "."], in: tree.folder.path("tree"))
      let found = try PackedArchive(.sevenZip, tree.folder.read("\(number).7z"))
      #expect(found.sorted == tree.members, "\(options)")
      #expect(found.faults == ["dir/soft": .link], "\(options)")
      #expect(found.fault == nil, "\(options)")
    }
  }
}

extension Scanned {
  fileprivate static func sevenZip(_ bytes: [UInt8], _ limits: ArchiveLimits = ArchiveLimits()) -> Scanned {
    Scanned(bytes, SevenZipScan(size: UInt64(bytes.count), limits: limits))
  }
}
