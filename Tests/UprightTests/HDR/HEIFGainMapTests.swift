import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// Gain maps of HEIC and AVIF sources, which JPEG outputs keep.
struct HEIFGainMapTests {
  /// XMP of Apple's auxiliary picture, of version 2 with a headroom.
  private static func packet(_ headroom: String) -> [UInt8] {
    Array(
      ("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
        + "<rdf:Description rdf:about=\"\" xmlns:HDRGainMap=\"http://ns.apple.com/HDRGainMap/1.0/\" "
        + "HDRGainMap:HDRGainMapVersion=\"131072\"\(headroom)/></rdf:RDF></x:xmpmeta>").utf8)
  }

  /// An AVIF of 64x64 pixels with a grey map of the same size, which is Apple's auxiliary picture.
  private static func apple(_ headroom: String) -> HEIFBuilder {
    var file = TestAV1.pair([HEIFBuilder.auxiliary("urn:com:apple:photo:2020:aux:hdrgainmap")])
    file.items[1].isHidden = true
    file.items.append(HEIFBuilder.Item("mime", contentType: "application/rdf+xml", data: packet(headroom)))
    file.associations.append([])
    file.references = [("auxl", 2, [1]), ("cdsc", 3, [2])]
    return file
  }

  /// A picture of 64x64 pixels, a map, and a `tmap` with the metadata of ISO 21496-1 and further properties.
  static func toneMapped(
    _ pair: HEIFBuilder = TestAV1.pair(), _ block: [UInt8] = HDRPicture().block, _ more: [[UInt8]] = []
  ) -> HEIFBuilder {
    var file = pair
    file.items[1].isHidden = true
    file.items.append(HEIFBuilder.Item("tmap", data: [0] + block))
    let count = file.properties.count
    file.properties += more
    file.associations.append([1] + more.indices.map { count + 1 + $0 })
    file.references += [("dimg", 3, [1, 2])]
    return file
  }

  private static func run(
    _ file: HEIFBuilder, _ output: String = "", _ name: String = "a.avif"
  ) throws -> (row: Row, file: [UInt8], probe: String) {
    let studio = try Studio(
      "quality: 100\noutputs: [{path: x.jpg\(output)}]", sources: "['photos/*']")
    try studio.folder.write(file.bytes, to: "photos/\(name)")
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let probe = try studio.upright("probe", "photos/\(name)").stdout
    return (try #require(try studio.rows().first), try studio.folder.read("x.jpg"), probe)
  }

  private static func map(_ file: [UInt8]) throws -> (map: TestPicture, metadata: GainMapMetadata) {
    let read = try ReadHDR(file)
    let block = try #require(ReadHDR.payload(ReadHDR.iso, in: read.mapSegments))
    return (try #require(try TurboJPEG.planes(read.map).first), try GainMapMetadata(iso: block))
  }

  @Test("The map that 'tmap' names is kept, with its numbers", arguments: ["", "8,3,33,41"])
  func toneMap(_ crop: String) throws {
    let (row, file, probe) = try Self.run(
      Self.toneMapped(), crop.isEmpty ? "" : ", crop: \"\(crop)\"")
    #expect(row.warnings == [] && row.notes.contains { $0.code == "gain_map_kept" })
    #expect(probe.contains("gain map      64x64, iso_21496_1, headroom 2.5 stops\n"))
    let (map, metadata) = try Self.map(file)
    #expect(metadata == (try GainMapMetadata(iso: HDRPicture().block)))
    let whole = TestAV1.greyPicture
    let expected = crop.isEmpty ? whole : whole.cropped(x: 8, y: 3, width: 33, height: 41)
    #expect(map.psnr(expected) >= 38)
  }

  @Test("Picture and map are turned together", arguments: [UInt8(1), 2, 3])
  func turned(_ quarters: UInt8) throws {
    var file = Self.toneMapped()
    file.properties.append(HEIFBuilder.turn(quarters))
    for item in 0...2 { file.associations[item].append(file.properties.count) }
    let tag: UInt8 = [8, 3, 6][Int(quarters) - 1]
    #expect(try Self.map(Self.run(file).file).map.psnr(TestAV1.greyPicture.shown(tag)) >= 38)
  }

  @Test("Apple's map without turns lies as its picture is stored")
  func unturned() throws {
    var file = Self.apple(" HDRGainMap:HDRGainMapHeadroom=\"2\"")
    let plain = try Self.map(Self.run(file).file).map
    file.properties.append(HEIFBuilder.turn(1))
    file.associations[0].append(file.properties.count)
    #expect(try Self.map(Self.run(file).file).map.psnr(plain.shown(8)) >= 38)
  }

  @Test("A small output has a small map")
  func scaled() throws {
    let (map, _) = try Self.map(Self.run(Self.toneMapped(), ", resize: {width: 20}").file)
    #expect((map.width, map.height) == (20, 20))
    #expect(map.psnr(TestAV1.greyPicture.resampled(.lanczos3, toWidth: 20, height: 20)) >= 38)
  }

  /// By Apple's formula: the gain of a sample m is 1 + (headroom - 1) · l(m).
  @Test("Apple's map has the headroom of its XMP")
  func apple() throws {
    let (row, file, probe) = try Self.run(Self.apple(" HDRGainMap:HDRGainMapHeadroom=\"6\""))
    #expect(row.warnings == [])
    #expect(probe.contains("gain map      64x64, apple, headroom 2.6 stops\n"))
    let (map, metadata) = try Self.map(file)
    #expect(abs(exp2(metadata.alternateHeadroom) - 6) < 1e-6)
    for y in stride(from: 4, to: 60, by: 7) {
      for x in stride(from: 4, to: 60, by: 7) {
        let value = Double(TestAV1.greyPicture[x, y, 0]) / 255
        let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
        #expect(abs(Double(map[x, y, 0]) - 255 * log2(1 + 5 * light) / log2(6)) <= 9, "\(x) \(y)")
      }
    }
  }

  @Test("A HEIC's map of three channels is kept")
  func heic() throws {
    var pair = TestHEVC.still()
    pair.items.append(HEIFBuilder.Item("hvc1", data: TestHEVC.color))
    pair.associations.append([1, 2])
    let (row, file, probe) = try Self.run(Self.toneMapped(pair), "", "a.heic")
    #expect(row.warnings == [])
    #expect(probe.contains("gain map      64x64, iso_21496_1, three channels, headroom 2.5 stops\n"))
    let read = try ReadHDR(file)
    #expect(try TurboJPEG.header(read.map).subsampling == "4:4:4")
    let (base, map) = (try TurboJPEG.planes(read.base), try TurboJPEG.planes(read.map))
    #expect(map[0].psnr(base[0]) >= 45)
  }

  /// The flag of the base's colour space, 0x40, is missing in these numbers.
  @Test("The alternate's colours are the map's profile, if gains are applied in them")
  func colors() throws {
    var block = HDRPicture().block
    block[4] = 0
    // Display P3's primaries, PQ, and no matrix.
    let numbers = HEIFBuilder.box("colr", Array("nclx".utf8) + [0, 12, 0, 16, 0, 0, 0x80])
    let read = try ReadHDR(try Self.run(Self.toneMapped(TestAV1.pair(), block, [numbers])).file)
    let profile = try #require(ReadHDR.payload("ICC_PROFILE", in: read.mapSegments))
    #expect(Array(profile.dropFirst(2)) == BuiltInProfile.displayP3.bytes)
    let plain = try ReadHDR(
      try Self.run(Self.toneMapped(TestAV1.pair(), HDRPicture().block, [numbers])).file)
    #expect(ReadHDR.payload("ICC_PROFILE", in: plain.mapSegments) == nil)
  }

  @Test("A map that can't be used leaves the SDR picture, and the row says why")
  func broken() throws {
    var turned = Self.toneMapped()
    turned.properties.append(HEIFBuilder.turn(1))
    turned.associations[1].append(turned.properties.count)
    var still = Self.toneMapped()
    still.properties.append(HEIFBuilder.turn(1))
    still.associations[0].append(still.properties.count)
    // Of 64 pixels the left 32, and the right 32.
    var halves = Self.toneMapped()
    for (item, offset) in [(0, -16), (1, 16)] {
      halves.properties.append(HEIFBuilder.aperture([(32, 1), (64, 1), (offset, 1), (0, 1)]))
      halves.associations[item].append(halves.properties.count)
    }
    var mixed = TestHEVC.still()
    mixed.items.append(HEIFBuilder.Item("av01", data: TestAV1.grey))
    mixed.properties.append(TestAV1.greyRecord)
    mixed.associations.append([1, mixed.properties.count])
    var lone = Self.toneMapped()
    lone.references = [("dimg", 3, [1])]
    var later = Self.toneMapped()
    later.items[2].data = [1] + HDRPicture().block
    var wide = Self.toneMapped()
    wide.properties.append(HEIFBuilder.extents(64, 32))
    wide.associations[1][0] = wide.properties.count
    var vast = wide
    vast.properties[vast.properties.count - 1] = HEIFBuilder.extents(Int(Int32.max), Int(Int32.max))
    var damaged = Self.toneMapped()
    damaged.items[1].data = Array(TestAV1.grey.prefix(20)) + [UInt8](repeating: 0xA5, count: 30)
    for (file, reason) in [
      (turned, "it is turned otherwise than its picture"),
      (still, "it is turned otherwise than its picture"), (halves, "it is cut otherwise than its picture"),
      (Self.toneMapped(mixed), "its picture is of an unsupported kind"),
      (Self.toneMapped(TestAV1.pair(), [0, 0]), "it has no metadata that describes it"),
      (lone, "its 'tmap' names no gain map"),
      (later, "its 'tmap' is of a later version"),
      (wide, "it is 64x32, another shape than the picture's 64x64"),
      (vast, "its picture is of an unsupported kind"),
      (Self.toneMapped(TestAV1.pair(), Array(HDRPicture().block.dropLast(3))), "its metadata ends early"),
      (Self.apple(""), "the maker's notes don't tell its headroom"),
      (Self.apple(" HDRGainMap:HDRGainMapHeadroom=\"1\""), "its XMP gives it no headroom"),
      (Self.apple(" HDRGainMap:HDRGainMapHeadroom=\"nan\""), "its XMP gives it no headroom"),
      (damaged, "its data is damaged"),
    ] {
      let (row, made, _) = try Self.run(file)
      #expect(
        row.warnings.map(\.message) == [
          "the gain map, which makes the picture HDR, isn't kept: \(reason); the output is SDR alone"
        ])
      for claim in ["hdrgm", "21496", "MPF\0", "GainMap"] {
        #expect(made.firstRange(of: Array(claim.utf8)) == nil, "\(claim)")
      }
    }
  }
}
