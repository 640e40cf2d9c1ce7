import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataExifSafetyTests {
  /// Why a block isn't kept, or not whole.
  private static func reason(_ tiff: TIFFBuilder) -> String? {
    do throws(Unfollowable) {
      let lost = try MetadataExifEditorTests.block(tiff.payload).warnings.first { $0.code == .exifDropped }
      let start = "EXIF can't be kept whole: "
      return lost.map { $0.message.hasPrefix(start) ? String($0.message.dropFirst(start.count)) : $0.message }
    } catch { return error.reason }
  }

  private static func reason(
    next: Int = 0, _ fields: (TIFFBuilder) -> [TIFFBuilder.Field]
  ) -> String? {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory(fields(tiff), next: next)
    return reason(tiff)
  }

  @Test("What can't be followed is said")
  func reasons() {
    typealias Field = TIFFBuilder.Field
    let cases: [(String?, String)] = [
      (Self.reason(next: 8) { [$0.short(0x0128, 2)] }, "a directory is pointed to more than once"),
      (Self.reason { [$0.long(0x8769, 8)] }, "a directory is pointed to more than once"),
      (Self.reason(next: 900) { [$0.short(0x0128, 2)] }, "a directory reaches outside the block"),
      (Self.reason { [$0.long(0x8825, 0xFFFF_FFFF)] }, "a directory reaches outside the block"),
      (Self.reason { [$0.long(0x8769, 10)] }, "a directory reaches outside the block"),
      (Self.reason { [$0.rationals(0x8825, [1])] }, "tag 0x8825 is no pointer to a directory"),
      (
        Self.reason { [Field(tag: 0x010F, type: 2, count: 0xFFFF_FFFF, value: $0.number(8, 4))] },
        "the value of tag 0x010F can't be found in the block"
      ),
      (
        Self.reason { _ in [Field(tag: 0x010F, type: 99, count: 1, value: [0])] },
        "the value of tag 0x010F can't be found in the block"
      ),
      (Self.reason { [$0.long(0x014A, 8)] }, "it holds a picture outside its thumbnail directory"),
      (Self.reason { [$0.long(0x0201, 8)] }, "it holds a picture outside its thumbnail directory"),
    ]
    for (reason, expected) in cases { #expect(reason == expected) }
  }

  @Test("Nothing is zeroed that is kept")
  func overlaps() {
    var onValue = TIFFBuilder(isBigEndian: true)
    let gps = onValue.directory([onValue.ascii(0x0001, "N")])
    let note = TIFFBuilder.Field(tag: 0x010F, type: 7, count: 18, value: onValue.number(gps, 4))
    onValue.setMain(onValue.directory([note, onValue.long(0x8825, gps)]))
    #expect(Self.reason(onValue) == "a value and a directory lie on the same bytes")

    var gpsValue = TIFFBuilder(isBigEndian: true)
    let shared = gpsValue.append([UInt8](repeating: 9, count: 8))
    let pointer = gpsValue.number(shared, 4)
    let altitude = gpsValue.directory([.init(tag: 0x0006, type: 5, count: 1, value: pointer)])
    gpsValue.setMain(
      gpsValue.directory([
        .init(tag: 0x011A, type: 5, count: 1, value: pointer), gpsValue.long(0x8825, altitude),
      ]))
    #expect(Self.reason(gpsValue) == "what is taken out and what is kept lie on the same bytes")

    var thumbnail = TIFFBuilder(isBigEndian: false)
    let small = thumbnail.directory([thumbnail.long(0x0201, 8), thumbnail.long(0x0202, 60)])
    thumbnail.setMain(thumbnail.directory([thumbnail.ascii(0x010F, "A long maker's name")], next: small))
    #expect(Self.reason(thumbnail) == "what is taken out and what is kept lie on the same bytes")

    var outside = TIFFBuilder(isBigEndian: false)
    let far = outside.directory([outside.long(0x0201, 60), outside.long(0x0202, 65535)])
    outside.setMain(outside.directory([outside.short(0x0128, 2)], next: far))
    #expect(Self.reason(outside) == nil)

    var lengthless = TIFFBuilder(isBigEndian: false)
    let half = lengthless.directory([lengthless.long(0x0201, 60)])
    lengthless.setMain(lengthless.directory([lengthless.short(0x0128, 2)], next: half))
    #expect(Self.reason(lengthless) == "its thumbnail can't be found")

    var tables = TIFFBuilder(isBigEndian: true)
    // The Exif directory is said to begin on the last two bytes of IFD0's first field.
    _ = tables.directory([tables.short(0x0128, 1), tables.long(0x8769, 18), tables.short(0x9999, 0)])
    #expect(Self.reason(tables) == "two directories lie on the same bytes")
  }

  @Test("A block with no room for a new directory is not kept")
  func full() {
    var tiff = TIFFBuilder(isBigEndian: true)
    _ = tiff.directory([.init(tag: 0x927C, type: 7, count: 65480, value: [UInt8](repeating: 1, count: 65480))]
    )
    #expect(throws: Unfollowable(reason: "it is longer than 65533 bytes")) {
      try MetadataExifEditorTests.edit(tiff.payload, .tag(.topLeft))
    }
    #expect(Self.reason(tiff) == nil)
  }

  @Test("Of a block cut at any byte all is kept that is found, but no place", arguments: [true, false])
  func cuts(isBigEndian: Bool) throws {
    let block = CameraBlock(isBigEndian: isBigEndian)
    var kept = 0
    for length in block.payload.indices {
      let cut = Array(block.payload.prefix(length))
      guard let edited = try? MetadataExifEditorTests.block(cut) else { continue }
      // A thumbnail that is cut off is no loss, nor is the field that leads on from its directory.
      let isWhole = length >= block.payload.count - CameraBlock.thumbnail.count - 4
      #expect(edited.warnings.first?.code == (isWhole ? nil : .exifDropped), "\(length)")
      guard let payload = edited.payload else { continue }
      kept += 1
      let found = try #require(TIFFBlock(payload: payload))
      let directory = try #require(found.mainDirectory)
      #expect(directory.entry(TIFFTag.gpsDirectory) == nil && directory.next == 0)
      #expect(directory.entries.allSatisfy { $0.values != nil })
      #expect(!payload.holds(block.placeBytes))
      #expect(try MetadataExifEditorTests.edit(payload) == payload)
    }
    #expect(kept > 100)
  }

  @Test("What is damaged goes alone, and with it a maker's notes, which may point to it")
  func damaged() throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    let exif = tiff.directory([
      tiff.ascii(0x9003, "2026:11:22 10:00:00"),
      .init(tag: 0x9286, type: 7, count: 0xFFFF, value: tiff.number(8, 4)),
      .init(tag: 0x927C, type: 7, count: 9, value: Array("maker not".utf8)),
    ])
    tiff.setMain(
      tiff.directory([tiff.ascii(0x010F, "Maker"), tiff.long(0x8769, exif), tiff.rationals(0x8825, [1])]))
    let edited = try MetadataExifEditorTests.block(tiff.payload)
    #expect(
      edited.warnings.map(\.message) == [
        "EXIF can't be kept whole: the value of tag 0x9286 can't be found in the block",
        "the maker's notes can't be kept: what is around them is damaged",
      ])
    #expect(edited.changes.dropped == ["UserComment", "maker_notes", "gps"])
    let tags = LibExifTags(payload: edited.payload ?? [])?.tags() ?? []
    #expect(tags.map(\.name) == ["Make", "DateTimeOriginal"])
    #expect(tags.map(\.value) == ["Maker", "2026:11:22 10:00:00"])
  }

  @Test("JPEG streams in a maker's notes, and where these may point to, become zeros")
  func previews() throws {
    let preview =
      JPEGBuilder.file([JPEGBuilder.frame(width: 8, height: 8), JPEGBuilder.scan()]) + [0xFF, 0xD9]
    var tiff = TIFFBuilder(isBigEndian: false)
    let notes = Array("Maker\0".utf8) + preview + Array("lens".utf8)
    let exif = tiff.directory([
      .init(tag: 0x927C, type: 7, count: notes.count, value: notes),
      .init(tag: 0x9286, type: 7, count: preview.count, value: preview),
      .init(tag: 0x9214, type: 3, count: 2, value: tiff.number(4, 2) + tiff.number(4, 2)),
    ])
    let outside = tiff.append(preview)
    tiff.setMain(tiff.directory([tiff.ascii(0x010F, "Maker"), tiff.long(0x8769, exif)]))
    let edited = try MetadataExifEditorTests.block(tiff.payload, .upright, .scaled)
    let payload = try #require(edited.payload)
    let block = try #require(TIFFBlock(payload: payload))
    let kept = try #require(block.directory(at: exif))
    let zeros = [UInt8](repeating: 0, count: preview.count)
    #expect(
      kept.entry(0x927C)?.values.map { Array(block.bytes[$0]) } == Array("Maker\0".utf8) + zeros
        + Array("lens".utf8))
    #expect(kept.entry(0x9286)?.values.map { Array(block.bytes[$0]) } == preview)
    #expect(Array(block.bytes[outside..<outside + preview.count]) == zeros)
    #expect(kept.entry(0x9214) == nil)
    #expect(edited.changes.changed == ["maker_notes"])
    #expect(edited.changes.dropped == ["SubjectArea"])
    #expect(edited.warnings.isEmpty)
  }

  @Test("A directory isn't kept if its only field is wrong in the output", arguments: [0x0112, 0x9214])
  func emptiedDirectory(tag: Int) throws {
    var tiff = TIFFBuilder(isBigEndian: true)
    let value = (0..<(tag == 0x0112 ? 1 : 2)).flatMap { _ in tiff.number(6, 2) }
    let exif = tiff.directory([.init(tag: tag, type: 3, count: value.count / 2, value: value)])
    tiff.setMain(tiff.directory([tiff.ascii(0x010F, "Maker"), tiff.long(0x8769, exif)]))
    let edited = try MetadataExifEditorTests.block(tiff.payload, .upright, .scaled)
    let payload = try #require(edited.payload)
    let block = try #require(TIFFBlock(payload: payload))
    #expect(block.mainDirectory?.entries.map(\.tag) == [0x010F])
    #expect(edited.changes.dropped == [tag == 0x0112 ? "Orientation" : "SubjectArea"])
  }

  @Test("Whatever is kept of a changed block has the tag that was asked for and no pointer to a place")
  func mutations() throws {
    var random = TestRandom(seed: 3)
    let payload = CameraBlock(isBigEndian: false).payload
    var kept = 0
    for _ in 0..<4000 {
      var changed = payload
      for _ in 0..<Int(random.next(4) + 1) { changed[random.next(changed.count)] = UInt8(random.next(256)) }
      guard let edited = try? MetadataExifEditorTests.edit(changed, .tag(.rightTop)) else { continue }
      kept += 1
      #expect(ExifOrientationField(payload: edited) == .valid(.rightTop, oddity: nil))
      let main = try #require(TIFFBlock(payload: edited)?.mainDirectory)
      #expect(main.entry(TIFFTag.gpsDirectory) == nil && main.next == 0)
      #expect(try MetadataExifEditorTests.edit(edited, .tag(.rightTop)) == edited)
    }
    #expect(kept > 1000)
  }

  @Test(
    "exiftool reads an edited block without a complaint",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool"), "exiftool is not there"),
    arguments: [true, false])
  func exiftool(isBigEndian: Bool) throws {
    let block = CameraBlock(isBigEndian: isBigEndian, orientation: nil)
    let edited = try MetadataExifEditorTests.edit(block.payload, .tag(.rightTop))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/exiftool")
    process.arguments = [
      "-G1", "-s", "-n", "-a", "-u", "-IFD0:all", "-IFD1:all", "-ExifIFD:all", "-GPS:all", "-InteropIFD:all",
      "-Warning", "-Error", "-",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(
      contentsOf: Data(JPEGBuilder.file(with: [JPEGBuilder.segment(0xE1, edited)]) + [0xFF, 0xD9]))
    try input.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(
      lines == [
        "[IFD0] ImageWidth : 300", "[IFD0] ImageHeight : 200", "[IFD0] Make : Maker & Co",
        "[IFD0] Orientation : 6", "[IFD0] XResolution : 72",
        "[ExifIFD] DateTimeOriginal : 2024:01:02 03:04:05",
        "[ExifIFD] MakerNoteUnknownText : " + String(repeating: "[", count: 50),
        "[ExifIFD] ExifImageWidth : 300",
        "[ExifIFD] ExifImageHeight : 200", "[InteropIFD] InteropIndex : R98",
        "[InteropIFD] RelatedImageWidth : 300", "[InteropIFD] RelatedImageHeight : 200",
      ])
  }
}
