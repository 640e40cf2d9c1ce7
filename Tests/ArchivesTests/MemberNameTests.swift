import Archives
import TestSupport
import Testing

@Suite struct MemberNameTests {
  /// A tar with one member of this name, which stands in a header of pax.
  private func tar(_ name: [UInt8]) -> Scanned {
    var tar = TarBuilder()
    let rest = Array(" path=".utf8) + name + Array("\n".utf8)
    let length = [1, 2, 3, 4].map { rest.count + $0 }.first { String($0).utf8.count + rest.count == $0 } ?? 0
    tar.extended("x", Array(String(length).utf8) + rest)
    tar.add("x")
    tar.end()
    return Scanned.tar(tar.bytes)
  }

  private func zip(_ name: [UInt8]) -> Scanned {
    var entry = ZipBuilder.Entry("")
    entry.name = name
    entry.flags = 1 << 11
    return Scanned.zip(ZipBuilder([entry]).bytes)
  }

  @Test(
    "Names without empty parts and dots",
    arguments: [
      ("a", "a"), ("./a", "a"), ("././a/./b", "a/b"), ("a//b", "a/b"), (".a", ".a"), ("a/...", "a/..."),
      ("a..b/c..", "a..b/c.."), (" ", " "), ("a\\b", "a\\b"), ("é/日本.jpg", "é/日本.jpg"), ("C:/a", "C:/a"),
    ])
  func good(_ written: String, _ name: String) {
    for found in [tar(Array(written.utf8)), zip(Array(written.utf8))] {
      #expect(found.names == [name])
      #expect(found.fault == nil)
    }
  }

  @Test(
    "Names that can't be used",
    arguments: [
      ("../a", .climbs, "../a"), ("a/../b", .climbs, "a/../b"), ("..", .climbs, ".."),
      ("/a", .absolute, "/a"),
      (".", .empty, "."), ("a\nb", .control, "a\u{FFFD}b"), ("a\u{7F}", .control, "a\u{FFFD}"),
      ("\u{85}", .control, "\u{FFFD}"), (String(repeating: "a/", count: 64) + "b", .deep, nil),
      (String(repeating: "a", count: 1025), .long, String(repeating: "a", count: 1024)),
    ] as [(String, NameFault, String?)])
  func bad(_ written: String, _ fault: NameFault, _ shown: String?) {
    for found in [tar(Array(written.utf8)), zip(Array(written.utf8))] {
      #expect(found.events == [.skipped(name: shown ?? written, .name(fault))])
    }
  }

  @Test("The longest and deepest names")
  func most() {
    for name in [String(repeating: "a", count: 1024), String(repeating: "a/", count: 63) + "b"] {
      #expect(tar(Array(name.utf8)).names == [name])
    }
  }

  @Test("Names that aren't UTF-8, and empty ones of a zip")
  func bytes() {
    for name: [UInt8] in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      for found in [tar(name), zip(name)] {
        guard case .skipped(_, .name(.notUTF8)) = found.events.first else {
          Issue.record("\(name): \(found.events)")
          continue
        }
      }
    }
    #expect(zip([]).events == [.skipped(name: "", .name(.empty))])
  }

  @Test("Backslashes in a zip stay, but don't lead out of a folder")
  func backslashes() {
    for (name, fault) in [("a\\..\\b", NameFault.climbs), ("..\\b", .climbs), ("\\a", .absolute)] {
      #expect(zip(Array(name.utf8)).events == [.skipped(name: name, .name(fault))])
      #expect(tar(Array(name.utf8)).names == [name])
    }
  }
}
