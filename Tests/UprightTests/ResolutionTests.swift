import Foundation
import ImageModel
import TestSupport
import Testing

@testable import Imaging

/// The resolution of outputs, as exiftool reads it.
struct ResolutionTests {
  private static let formats = ["jpg", "png", "tif", "webp", "avif"]

  /// `photo.jpg`, 64x48 and shown turned by a quarter, and of it a PNG, a TIFF and a WebP, all without a resolution.
  private static func studio(_ orientation: UInt8 = 1) throws -> Studio {
    let studio = try Studio(sourcesOf: "photo.jpg", "{stem}", "metadata: {keep: []}")
    try studio.add(orientation == 1 ? Picture() : .tagged(orientation), "photo.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    return studio
  }

  /// Numbers across and down and the unit, of each output by its format, as Debian's exiftool reads them: of a JPEG from JFIF,
  /// of a PNG to the metre.
  private static func read(_ studio: Studio, _ file: String) throws -> String {
    let tags =
      switch file.split(separator: ".").last {
      case "jpg": "-JFIF:XResolution -JFIF:YResolution -JFIF:ResolutionUnit"
      case "png": "-PNG:PixelsPerUnitX -PNG:PixelsPerUnitY -PNG:PixelUnits"
      default: "-IFD0:XResolution -IFD0:YResolution -IFD0:ResolutionUnit"
      }
    let lines = try studio.shell("exiftool -q -n -s -s -s \(tags) \(file)").stdout
    return lines.split(separator: "\n").joined(separator: " ")
  }

  @Test(
    "It goes from each format into each, converted",
    arguments: [
      ("jpg", "-JFIF:XResolution=300 -JFIF:YResolution=300 -JFIF:ResolutionUnit=inches"),
      ("jpg", "-EXIF:XResolution=300 -EXIF:YResolution=300 -EXIF:ResolutionUnit=inches"),
      ("png", "-PNG-pHYs:PixelsPerUnitX=11811 -PNG-pHYs:PixelsPerUnitY=11811 -PNG-pHYs:PixelUnits=meters"),
      ("tif", "-IFD0:XResolution=300 -IFD0:YResolution=300 -IFD0:ResolutionUnit=inches"),
      ("webp", "-EXIF:XResolution=300 -EXIF:YResolution=300 -EXIF:ResolutionUnit=inches"),
    ])
  func converted(_ source: String, _ tags: String) throws {
    let studio = try Self.studio()
    #expect(
      try studio.shell("exiftool -q -overwrite_original \(tags) out/photo.\(source)").ending == .exit(0))
    for metadata in [
      "", "metadata: {gps: drop}", "metadata: {keep: [exif]}", "metadata: {keep: [resolution]}",
    ] {
      try studio.write(sourcesOf: "out/photo.\(source)", "made/{stem}", metadata)
      #expect(try studio.upright("run", "--quiet", "--force", "job.yaml") == CommandRun(.exit(0)))
      for format in Self.formats {
        let expected = format == "png" ? "11811 11811 1" : format == "jpg" ? "300 300 1" : "300 300 2"
        #expect(
          try Self.read(studio, "made/photo.\(format)") == expected, "\(source) to \(format), \(metadata)")
      }
    }
    for (metadata, note) in [
      ("metadata: {keep: [icc]}", true), ("metadata: {keep: [icc, exif], drop: [resolution]}", true),
    ] {
      try studio.write(sourcesOf: "out/photo.\(source)", "made/{stem}", metadata)
      #expect(try studio.upright("run", "--quiet", "--force", "job.yaml") == CommandRun(.exit(0)))
      #expect(["1 1 1", "1 1 0", "1 1"].contains(try Self.read(studio, "made/photo.jpg")))
      #expect(["1 1 1", ""].contains(try Self.read(studio, "made/photo.tif")))
      #expect(try Self.read(studio, "made/photo.png") == "" && Self.read(studio, "made/photo.webp") == "")
      #expect(
        try studio.rows().allSatisfy { row in
          row.notes.contains { $0.message.split(separator: ", ").contains("resolution") } == note
        })
    }
  }

  @Test("Centimetres stay, and numbers that no whole ones give")
  func units() throws {
    let studio = try Self.studio()
    let tags = "-IFD0:XResolution=118 -IFD0:YResolution=59.5 -IFD0:ResolutionUnit=cm"
    #expect(try studio.shell("exiftool -q -overwrite_original \(tags) out/photo.tif").ending == .exit(0))
    try studio.write(sourcesOf: "out/photo.tif", "made/{stem}", "")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    // 118 and 59.5 to the centimetre are 299.72 and 151.13 to the inch.
    let expected = ["jpg": "300 151 1", "png": "11800 5950 1"]
    for format in Self.formats {
      #expect(try Self.read(studio, "made/photo.\(format)") == expected[format] ?? "118 59.5 3", "\(format)")
    }
  }

  @Test("A turn by a quarter exchanges its numbers, in EXIF and XMP too", arguments: ["never", "require"])
  func turned(_ lossless: String) throws {
    let studio = try Studio(
      sourcesOf: "photo.jpg", "{stem}",
      "metadata: {keep: [resolution, exif, xmp]}\nencode: {lossless: \(lossless)}",
      formats: ["jpg"])
    var photo = Picture.tagged(6)
    photo.options.chroma = ChromaSubsampling.none
    try studio.add(photo, "photo.jpg")
    let tags = ["JFIF", "EXIF", "XMP-tiff"].map { "-\($0):XResolution=300 -\($0):YResolution=150" }.joined(
      separator: " ")
    #expect(
      try studio.shell("exiftool -q -overwrite_original \(tags) -JFIF:ResolutionUnit=inches photo.jpg").ending
        == .exit(0))
    for (orientation, numbers) in [("bake", "150 300"), ("keep", "300 150"), ("ignore", "300 150")] {
      try studio.write(
        sourcesOf: "photo.jpg", "{stem}",
        "metadata: {keep: [resolution, exif, xmp]}\nencode: {lossless: \(lossless)}\norientation: \(orientation)",
        formats: ["jpg"])
      #expect(try studio.upright("run", "--quiet", "--force", "job.yaml") == CommandRun(.exit(0)))
      for group in ["JFIF", "IFD0", "XMP-tiff"] {
        let read = try studio.shell(
          "exiftool -q -n -s -s -s -\(group):XResolution -\(group):YResolution out/photo.jpg"
        ).stdout
        #expect(read.split(separator: "\n").joined(separator: " ") == numbers, "\(group), \(orientation)")
      }
    }
  }

  @Test("EXIF's 72 pixels to the inch, which say nothing, make no EXIF")
  func unknown() throws {
    let studio = try Self.studio()
    let tags = "-EXIF:XResolution=72 -EXIF:YResolution=72 -EXIF:ResolutionUnit=inches"
    #expect(try studio.shell("exiftool -q -overwrite_original \(tags) out/photo.jpg").ending == .exit(0))
    try studio.write(sourcesOf: "out/photo.jpg", "made/{stem}", "")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try studio.shell("exiftool -q -s -EXIF:all made/photo.webp made/photo.avif").stdout == "")
    #expect(try Self.read(studio, "made/photo.jpg") == "72 72 1")
  }

  @Test("The manifest has the quality that max_bytes found: at the next one the file is larger")
  func quality() throws {
    let studio = try Studio("outputs: [{path: y.jpg}]")
    try studio.add(Picture(width: 200, height: 150), "photos/a.jpg")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let most = try studio.folder.read("y.jpg").count * 2 / 3
    try studio.job("sources: [\"photos/*.jpg\"]\noutputs: [{path: x.jpg, max_bytes: \(most)}, {path: y.jpg}]")
    #expect(try studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    let rows = try studio.rows()
    #expect(rows[1].notes == [])
    let note = try #require(rows[0].notes.first)
    #expect(note.code == "quality_found")
    let quality = try #require(Int(note.message))
    let bytes = try studio.folder.read("x.jpg")
    #expect((1..<85).contains(quality) && bytes.count <= most)
    #expect(try studio.upright("verify", "job.manifest.jsonl").ending == .exit(0))
    #expect(try studio.upright("verify", "--render", "2", "job.manifest.jsonl").ending == .exit(0))
    for (quality, isSame) in [(quality, true), (quality + 1, false)] {
      try studio.job(
        "sources: [\"photos/*.jpg\"]\noutputs: [{path: \"q.jpg\", quality: \(quality)}]", "q.yaml")
      #expect(try studio.upright("run", "--quiet", "--force", "q.yaml") == CommandRun(.exit(0)))
      let other = try studio.folder.read("q.jpg")
      #expect(isSame ? other == bytes : other.count > most)
    }
  }
}

extension Studio {
  /// A studio whose job makes a file of each format of one source.
  fileprivate init(
    sourcesOf path: String, _ template: String, _ keys: String,
    formats: [String] = ["jpg", "png", "tif", "webp", "avif"]
  ) throws {
    try self.init()
    try write(sourcesOf: path, template, keys, formats: formats)
  }

  /// Writes such a job.
  fileprivate func write(
    sourcesOf path: String, _ template: String, _ keys: String,
    formats: [String] = ["jpg", "png", "tif", "webp", "avif"]
  ) throws {
    let outputs = formats.map { "- {path: \"\(template).\($0)\"}\n" }.joined()
    let root = template.hasPrefix("made") ? "." : "out"
    try job("sources: [\"\(path)\"]\noutput_root: \(root)\n\(keys)\noutputs:\n\(outputs)")
  }
}
