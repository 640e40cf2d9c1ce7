import System
import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataProbeTests {
  /// A profile with nothing but a description tag.
  private static func profile(_ description: [UInt8]) -> [UInt8] {
    [UInt8](repeating: 0, count: 128) + [0, 0, 0, 1] + Array("desc".utf8)
      + [0, 0, 0, 144, 0, 0, 0, UInt8(description.count)] + description
  }

  private static let text = Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 5] + Array("sRGB\0".utf8)
  private static let unicode: [UInt8] =
    Array("mluc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12, 0x65, 0x6E, 0x55, 0x53]
    + [0, 0, 0, 4, 0, 0, 0, 28, 0x00, 0x50, 0x00, 0xE9]

  private static func icc(_ profile: [UInt8]) -> [UInt8] {
    JPEGBuilder.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
  }

  @Test func wholeReport() throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    let gps = tiff.directory([tiff.ascii(0x0001, "N")])
    let small = JPEGBuilder.file([JPEGBuilder.frame(width: 160, height: 120), JPEGBuilder.scan()])
    let stream = tiff.append(small)
    let next = tiff.directory([tiff.long(0x0201, stream), tiff.long(0x0202, small.count)])
    tiff.setMain(tiff.directory([tiff.short(0x0112, 6), tiff.long(0x8825, gps)], next: next))
    let bytes = JPEGBuilder.file(with: [
      JPEGBuilder.segment(0xE1, tiff.payload), Self.icc(Self.profile(Self.text)),
      JPEGBuilder.segment(0xFE, [65]),
      JPEGBuilder.segment(0xFE, [66, 67]),
    ])
    let header = try JPEGHeader.read(from: ByteSource(bytes))
    let report = try ProbeReport.read(header, from: ByteSource(bytes))
    let expected = ProbeReport(
      bytes: bytes.count, header: header, orientation: .rightTop,
      orientations: OrientationSources(exif: .rightTop),
      metadata: [
        .init(kind: "exif", segments: 1, bytes: tiff.payload.count),
        .init(kind: "icc", segments: 1, bytes: 14 + 144 + 17), .init(kind: "comment", segments: 2, bytes: 3),
      ], profile: "sRGB", hasGPS: true,
      // A table of one field, whose value stands in it.
      exifGroups: ExifGroups(
        gpsBytes: 14, thumbnail: .init(bytes: small.count, size: PixelSize(width: 160, height: 120))),
      tags: [
        ExifTagText(directory: "0", name: "Orientation", value: "Right-top"),
        ExifTagText(directory: "GPS", name: "GPSLatitudeRef", value: "N"),
      ], warnings: [])
    #expect(report == expected)
    #expect(header.colorKind == .ycbcr && header.chroma == "4:2:0")
    #expect(header.mcuSize == PixelSize(width: 16, height: 16))
    #expect(header.coefficients?.grid == MCUGrid(header.mcuSize))
    #expect(report.displaySize == PixelSize(width: 480, height: 640))
    #expect(report.orientationMeaning == "turned by 90 degrees clockwise")
    #expect(report.findings == [])
  }

  @Test("A kind that isn't taken is still described, with the reason")
  func refused() throws {
    let frame = JPEGBuilder.frame(0xCA, components: [(1, 0x11), (2, 0x11), (3, 0x11), (4, 0x11)])
    let source = ByteSource(JPEGBuilder.file([frame, JPEGBuilder.adobe(2), JPEGBuilder.scan([1])]))
    let report = try ProbeReport.read(JPEGHeader.read(from: source), from: source)
    #expect(report.header.colorKind == .ycck)
    #expect(report.header.chroma == "1x1,1x1,1x1,1x1")
    #expect(report.header.isArithmetic && report.header.isMultiScan)
    #expect(report.findings == [Finding(.arithmeticCoded, "arithmetic-coded JPEG is not supported")])
    #expect(report.header.refusal == report.findings.first)
  }

  @Test("A profile's name is read in both forms, and a broken one is none")
  func profileName() throws {
    func name(_ profile: [UInt8]) throws -> String? {
      let source = ByteSource(JPEGBuilder.file(with: [Self.icc(profile)]))
      return try ProbeReport.read(JPEGHeader.read(from: source), from: source).profile
    }
    #expect(try name(Self.profile(Self.unicode)) == "Pé")
    let whole = Self.profile(Self.unicode)
    for length in 1..<whole.count { #expect(try name(Array(whole.prefix(length))) == nil, "\(length)") }
  }

  @Test("A profile's name in Latin-1 is read as that")
  func latinName() {
    let text = Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 5, 0x6C, 0xE9, 0x61, 0x72, 0]
    #expect(ICCProfile.description(of: Self.profile(text)) == "léar")
  }

  @Test("What a PNG has in hexadecimal digits is told as lost")
  func rawProfiles() throws {
    typealias B = PictureBuilder
    func text(_ type: String, _ keyword: String) -> [UInt8] {
      B.pngChunk(type, Array(keyword.utf8) + [0, 0, 1])
    }
    let png = B.png([
      B.ihdr(), text("zTXt", "Raw profile type xmp"), text("tEXt", "Raw profile type icc"),
      text("tEXt", "Author"),
      text("tEXt", "Raw profile type xmp"), text("tEXt", "Raw profile type other"), B.pngChunk("IDAT"),
    ])
    let header = try PictureHeader.read(from: ByteSource(png))
    #expect(header.rawProfiles == [.xmp, .icc])
    let kept = try KeptMetadata.read(
      header, from: ByteSource(png),
      MetadataRequest(
        policy: MetadataPolicy(keep: [.xmp]), orientation: .upright, size: header.storedSize, components: 3))
    #expect(
      kept.warnings == [
        Finding(.xmpDropped, "XMP can't be kept: it stands in a text chunk ('Raw profile type')")
      ])
    #expect(kept.notes == [Finding(.metadataDropped, "icc")])
  }

  @Test("The name of a PNG's profile is read, unless what is packed is damaged or too long")
  func packedProfileName() throws {
    func name(_ packed: [UInt8]) throws -> String? {
      typealias B = PictureBuilder
      let png = B.png([B.ihdr(), B.pngChunk("iCCP", Array("p\0\0".utf8) + packed), B.pngChunk("IDAT")])
      return try PictureReport.read(PictureHeader.read(from: ByteSource(png)), from: ByteSource(png)).profile
    }
    let profile = Self.profile(Self.text)
    let packed = TestPNG.stored(profile)
    #expect(try name(packed) == "sRGB")
    for length in 0..<packed.count { #expect(try name(Array(packed.prefix(length))) == nil, "\(length)") }
    var damaged = packed
    // A byte that says nothing, which the checksum at the end is of.
    damaged[7 + 4] ^= 1
    #expect(try name(damaged) == nil)
    let room = [UInt8](repeating: 0, count: FixedLimits.Metadata.profileBytes - profile.count)
    #expect(
      Inflation.inflated(TestPNG.stored(profile + room), within: FixedLimits.Metadata.profileBytes)?.count
        == FixedLimits.Metadata.profileBytes)
    #expect(
      Inflation.inflated(TestPNG.stored(profile + room + [0]), within: FixedLimits.Metadata.profileBytes)
        == nil)
  }

  @Test("Subsampling has its usual name where it has one")
  func chroma() throws {
    let cases: [([UInt8], String?)] = [
      ([0x11, 0x11, 0x11], "4:4:4"), ([0x22, 0x22, 0x22], "4:4:4"), ([0x21, 0x11, 0x11], "4:2:2"),
      ([0x22, 0x21, 0x21], "4:4:0"), ([0x41, 0x11, 0x11], "4:1:1"), ([0x42, 0x11, 0x11], "4:1:0"),
      ([0x22, 0x21, 0x11], "2x2,2x1,1x1"), ([0x11, 0x22, 0x22], "1x1,2x2,2x2"), ([0x22], nil),
    ]
    for (factors, expected) in cases {
      let components = factors.enumerated().map { (UInt8($0.offset + 1), $0.element) }
      let bytes = JPEGBuilder.file([
        JPEGBuilder.frame(components: components), JPEGBuilder.scan(components.map(\.0)),
      ])
      #expect(try JPEGHeader.read(from: ByteSource(bytes)).chroma == expected)
    }
  }
}
