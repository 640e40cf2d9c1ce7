import Archives
import TestSupport
import Testing

/// Tars that have, or claim to have, more than a scan takes.
@Suite struct TarScanLimitTests {
  private func fields(_ type: Character) -> TarBuilder.Fields {
    var fields = TarBuilder.Fields()
    fields.type = type
    return fields
  }

  @Test("Limits of members, names and headers")
  func limits() {
    var tar = TarBuilder()
    tar.add("abc", Array("hello".utf8))
    tar.add("link", [], fields("2"))
    tar.add("folder/", [], fields("5"))
    tar.pax([("path", "d")])
    tar.add("x", Array("hello".utf8))
    tar.end()
    var limits = ArchiveLimits()
    limits.members = 3
    limits.nameBytes = 8
    limits.headerBytes = 1024
    #expect(Scanned.tar(tar.bytes, limits: limits).fault == nil)
    limits.members = 2
    let found = Scanned.tar(tar.bytes, limits: limits)
    #expect(found.events.map(\.name) == ["abc", "link"])
    #expect(found.fault == ArchiveFault(.limit(.members), at: 2048))
    limits.members = 3
    limits.nameBytes = 7
    #expect(Scanned.tar(tar.bytes, limits: limits).fault == ArchiveFault(.limit(.nameBytes), at: 2048))
    limits.nameBytes = 8
    limits.headerBytes = 519
    #expect(Scanned.tar(tar.bytes, limits: limits).fault == ArchiveFault(.limit(.headerBytes), at: 2048))
  }

  @Test("A header with a size that lies takes no memory")
  func lyingHeader() {
    var tar = TarBuilder()
    tar.header(Array("x".utf8), size: (1 << 20) - 511, fields("x"))
    #expect(Scanned.tar(tar.bytes).fault == ArchiveFault(.limit(.headerBytes), at: 0))
    // Each of the headers is short, but there are many.
    tar = TarBuilder()
    for _ in 0..<2048 { tar.extended("L", []) }
    tar.extended("L", [])
    #expect(Scanned.tar(tar.bytes).fault == ArchiveFault(.limit(.headerBytes), at: 0))
  }
}
