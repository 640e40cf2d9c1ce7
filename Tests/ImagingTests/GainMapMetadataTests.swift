import ImageModel
import Testing

@testable import Imaging

/// The numbers of a gain map, read from and written to both of their forms.
@Suite struct GainMapMetadataTests {
  private static func metadata(_ channels: Int, isBaseHDR: Bool = false) -> GainMapMetadata {
    GainMapMetadata(
      channels: (0..<channels).map {
        GainMapMetadata.Channel(
          minimum: -0.5 - Double($0), maximum: 2.25 + Double($0), gamma: 1 / 3, baseOffset: 1.0 / 64,
          alternateOffset: -1e-7)
      }, baseHeadroom: isBaseHDR ? 2.5 : 0, alternateHeadroom: isBaseHDR ? 0 : 2.5, isBaseHDR: isBaseHDR,
      usesBaseColorSpace: true)
  }

  private static func packet(_ description: String) throws -> XMPPacket {
    try XMPPacket(payload: XMPPacket.payload(description))
  }

  private static func isNear(_ one: GainMapMetadata, _ other: GainMapMetadata) -> Bool {
    func numbers(_ metadata: GainMapMetadata) -> [Double] {
      metadata.channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset] }
        + [metadata.baseHeadroom, metadata.alternateHeadroom]
    }
    let pairs = zip(numbers(one), numbers(other))
    return one.channels.count == other.channels.count && one.isBaseHDR == other.isBaseHDR
      && pairs.allSatisfy { abs($0 - $1) <= 1e-9 }
  }

  @Test("Both forms give the numbers back", arguments: [1, 3], [false, true])
  func bothWays(_ channels: Int, _ isBaseHDR: Bool) throws {
    let metadata = Self.metadata(channels, isBaseHDR: isBaseHDR)
    #expect(Self.isNear(try GainMapMetadata(iso: metadata.iso), metadata))
    let read = try #require(try GainMapMetadata(xmp: Self.packet(metadata.description)))
    #expect(Self.isNear(read, metadata))
  }

  /// The flags are those of a base in SDR, 0.
  @Test("A base with more headroom than the alternate is HDR, whatever the flags say")
  func backward() throws {
    var block = Self.metadata(1, isBaseHDR: true).iso
    block[4] = 0
    let read = try GainMapMetadata(iso: block)
    #expect(read.isBaseHDR && !read.usesBaseColorSpace)
    let written = try #require(try GainMapMetadata(xmp: Self.packet(read.description)))
    #expect(written.isBaseHDR && written.baseHeadroom == read.baseHeadroom)
  }

  /// By hand, from the clauses of ISO 21496-1: one denominator of 100 for all.
  @Test("A block with one denominator for all fractions")
  func commonDenominator() throws {
    let numbers: [UInt32] = [100, 0, 300, UInt32(bitPattern: -50), 300, 100, 1, 2]
    let bytes = numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let block: [UInt8] = [0, 0, 0, 0, 0x08] + bytes
    let read = try GainMapMetadata(iso: block)
    #expect(
      read.channels == [
        GainMapMetadata.Channel(
          minimum: -0.5, maximum: 3, gamma: 1, baseOffset: 0.01, alternateOffset: 0.02)
      ])
    #expect([read.baseHeadroom, read.alternateHeadroom] == [0, 3])
    #expect(!read.usesBaseColorSpace && !read.isBaseHDR)
  }

  @Test("Every block that is cut is refused")
  func cut() throws {
    for channels in [1, 3] {
      let block = Self.metadata(channels).iso
      for count in block.indices {
        #expect(throws: Unfollowable.self) { try GainMapMetadata(iso: block.prefix(count)) }
      }
    }
  }

  @Test("Properties may be elements and lists, and some have defaults")
  func elements() throws {
    let read = try #require(
      try GainMapMetadata(
        xmp: Self.packet(
          """
          <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/">
          <hdrgm:Version>1.0</hdrgm:Version>
          <hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li> <rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:Seq></hdrgm:GainMapMax>
          <hdrgm:HDRCapacityMax> 3.5 </hdrgm:HDRCapacityMax></rdf:Description>
          """)))
    #expect(read.channels.map(\.maximum) == [1, 2, 3] && read.alternateHeadroom == 3.5)
    let first = read.channels[0]
    #expect(
      [first.minimum, first.gamma, first.baseOffset, first.alternateOffset] == [0, 1, 1.0 / 64, 1.0 / 64])
    #expect(read.isUsable && !read.isBaseHDR)
  }

  /// By hand: 255 · (share of 0 between minimum and maximum)^gamma.
  @Test(
    "The sample without gain",
    arguments: [
      (0.0, 3.0, 1.0, 0), (-1, 1, 1, 128), (-1, 3, 2, 16), (1, 2, 1, 0), (-2, -1, 1, 255), (2, 2, 1, 0),
    ])
  func noGain(_ minimum: Double, _ maximum: Double, _ gamma: Double, _ sample: UInt8) {
    let channel = GainMapMetadata.Channel(
      minimum: minimum, maximum: maximum, gamma: gamma, baseOffset: 0, alternateOffset: 0)
    #expect(channel.noGain == sample)
  }
}
