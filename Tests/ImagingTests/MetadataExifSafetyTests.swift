import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

struct MetadataExifSafetyTests {
  private static func reason(_ tiff: TIFFBuilder) -> String? {
    do throws(Unfollowable) {
      _ = try MetadataExifEditorTests.edit(tiff.payload)
      return nil
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
    #expect(Self.reason(outside) == "its thumbnail reaches outside the block")

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

  @Test("A block cut at any byte is edited or refused, and never shows the place", arguments: [true, false])
  func cuts(isBigEndian: Bool) {
    let block = CameraBlock(isBigEndian: isBigEndian)
    for length in block.payload.indices {
      guard let edited = try? MetadataExifEditorTests.edit(Array(block.payload.prefix(length))) else {
        continue
      }
      Issue.record("a block cut to \(length) bytes was kept with \(edited.count)")
    }
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
