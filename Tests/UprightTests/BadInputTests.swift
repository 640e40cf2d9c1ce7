import Foundation
import ImageModel
import TestSupport
import Testing

/// Files that are not what a job takes them for: each is a failed row, and the rest is made.
struct BadInputTests {
  private static func bad(_ studio: Studio) throws -> [String: Row.Note] {
    let good = try Picture(width: 16, height: 8).jpeg()
    let frame = try #require(good.indices.first { good[$0] == 0xFF && good[$0 + 1] == 0xC0 })
    let scan = try #require(good.indices.first { good[$0] == 0xFF && good[$0 + 1] == 0xDA })
    var flat = good
    flat.replaceSubrange(frame + 5..<frame + 7, with: [0, 0])
    var vast = good
    vast.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    var early = good
    early.insert(contentsOf: [0xFF, 0xD9], at: scan + 30)
    let folder = studio.folder
    try folder.write("words\n", to: "photos/text.jpg")
    try folder.write(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 99),
      to: "photos/png.jpg")
    try folder.write("", to: "photos/empty.jpg")
    try folder.write(good[..<(scan - 4)], to: "photos/head.jpg")
    try folder.write(good[..<(scan + 40)], to: "photos/cut.jpg")
    try folder.write(early, to: "photos/early.jpg")
    try folder.write(flat, to: "photos/flat.jpg")
    try folder.write(vast, to: "photos/vast.jpg")
    try folder.write(good + [UInt8](repeating: 0, count: 5000), to: "photos/long.jpg")
    try folder.link("photos/dangling.jpg", to: "nowhere")
    try folder.link("photos/null.jpg", to: "/dev/null")
    try folder.link("photos/zero.jpg", to: "/dev/zero")
    try folder.makeFolder("photos/folder.jpg")
    mkfifo(folder.path("photos/fifo.jpg"), 0o644)
    mknod(folder.path("photos/socket.jpg"), S_IFSOCK | 0o644, 0)
    try folder.touch(bytes: Array("photos/bad".utf8) + [0xFF] + Array(".jpg".utf8))
    let device = Row.Note(code: "not_a_file", message: "is a FIFO or device, not a regular file")
    return [
      "photos/text.jpg": .init(
        code: "unsupported_format", message: "this is not an image format that is read"),
      "photos/png.jpg": .init(code: "bad_header", message: "its first chunk is no IHDR of 13 bytes"),
      "photos/empty.jpg": .init(code: "empty_file", message: "the file is empty"),
      "photos/head.jpg": .init(code: "bad_header", message: "it ends before its picture begins"),
      "photos/cut.jpg": .init(
        code: "corrupt", message: "damaged image data: the file ends too early (jpeg_eof)"),
      "photos/early.jpg": .init(
        code: "corrupt",
        message: "damaged image data: the data ends early, at a marker that doesn't belong there (hit_marker)"
      ),
      "photos/flat.jpg": .init(code: "zero_size", message: "its size is 16x0"),
      "photos/vast.jpg": .init(
        code: "max_pixels",
        message: "65500x65500 is 4290250000 pixels, more than limits.max_pixels (100000000)"),
      "photos/long.jpg": .init(
        code: "max_file",
        message: "the file has \(ByteCount.text(good.count + 5000)), more than limits.max_file (5.0 kB)"),
      "photos/dangling.jpg": .init(code: "not_found", message: "there is no such file"),
      "photos/gone.jpg": .init(code: "not_found", message: "there is no such file"),
      "photos/text.jpg/x.jpg": .init(code: "not_found", message: "there is no such file"),
      "photos/null.jpg": device,
      "photos/zero.jpg": device,
      "photos/fifo.jpg": device,
      "photos/folder.jpg": .init(code: "not_a_file", message: "is a folder, not a regular file"),
      "photos/socket.jpg": .init(
        code: "not_a_file", message: "is a socket or device, not a regular file"),
      "photos/bad%FF.jpg": .init(
        code: "name_not_utf8", message: "the name isn't UTF-8: rename the file"),
    ]
  }

  @Test("Every kind of bad file, two outputs each", arguments: ["1", "3"])
  func allKinds(jobs: String) throws {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{id}.jpg"}, {path: "small/{id}.jpg", resize: "5,"}]
      limits: {max_file: 5000}
      """,
      sources: """
        ["photos/*.jpg", {path: photos/folder.jpg}, {path: photos/gone.jpg},
          {path: photos/text.jpg/x.jpg, id: x}]
        """)
    let bad = try Self.bad(studio)
    try studio.add(.tagged(1), "photos/0-good.jpg")
    try studio.add(.tagged(1), "photos/z-good.jpg")
    let before = try studio.shell("find . | sort").stdout
    let run = try studio.upright("run", "--jobs", jobs, "job.yaml")
    #expect(run.ending == .exit(1))
    let summary =
      "job: 4 of \(2 * (bad.count + 2)) outputs made from \(bad.count + 2) images, \(2 * bad.count) failed"
    #expect(run.stderr.split(separator: "\n").last?.hasPrefix(summary) == true)
    for (source, error) in bad {
      #expect(run.stderr.contains("\(source): failed: \(error.message) (\(error.code))\n"))
    }
    let rows = try studio.rows()
    #expect(rows.filter { $0.status == "failed" }.count == 2 * bad.count)
    for row in rows where row.status == "failed" { #expect(row.error == bad[row.source]) }
    #expect(
      rows.filter { $0.status == "ok" }.map(\.output)
        == ["0-good.jpg", "small/0-good.jpg", "small/z-good.jpg", "z-good.jpg"])
    let made = [
      "./job.manifest.jsonl", "./out", "./out/0-good.jpg", "./out/small", "./out/small/0-good.jpg",
      "./out/small/z-good.jpg", "./out/z-good.jpg",
    ]
    let after = try studio.shell("find . -name .upright -prune -o -print | sort").stdout
    let names = { (text: String) in text.split(separator: "\n").map(String.init) }
    #expect(Set(names(after)) == Set(names(before) + made))
  }

  /// The largest side that headers of 32 bits can give: the product of two, and of any more factors, is too large for
  /// a number of 64 bits.
  @Test("A picture of a vast size is a failed row, whatever its format")
  func vast() throws {
    let side = Int(Int32.max)
    var avif = TestAV1.still()
    avif.properties[0] = HEIFBuilder.extents(side, side)
    var tiff = TIFFBuilder(isBigEndian: false)
    tiff.setMain(
      tiff.directory([tiff.long(256, side), tiff.long(257, side), tiff.short(258, 8), tiff.short(262, 1)]))
    let studio = try Studio("outputs: [{path: \"{stem}.jpg\"}]", sources: "[photos/*]")
    try studio.folder.write(
      PictureBuilder.png([
        PictureBuilder.ihdr(side, side, depth: 16, type: 6), PictureBuilder.pngChunk("IDAT"),
      ]),
      to: "photos/a.png")
    try studio.folder.write(
      PictureBuilder.png([
        PictureBuilder.ihdr(side, side, depth: 8, type: 2),
        PictureBuilder.pngChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]),
        PictureBuilder.pngChunk("fcTL", Array(repeating: 0, count: 26)), PictureBuilder.pngChunk("IDAT"),
      ]),
      to: "photos/animated.png")
    try studio.folder.write(PictureBuilder.bmp(side, side, depth: 24), to: "photos/b.bmp")
    try studio.folder.write(avif.bytes, to: "photos/c.avif")
    try studio.folder.write(tiff.bytes, to: "photos/d.tif")
    let message = "\(side)x\(side) has a side above 65500 pixels, the most that can be read"
    #expect(try studio.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    let rows = try studio.rows()
    #expect(rows.count == 5 && rows.allSatisfy { $0.error == .init(code: "max_pixels", message: message) })
    for file in ["a.png", "animated.png", "b.bmp", "c.avif", "d.tif"] {
      let probe = try studio.upright("probe", "photos/\(file)")
      #expect(probe.ending == .exit(0) && probe.stdout.contains("\(message) (max_pixels)"), "\(file)")
    }
  }

  @Test("A file that may not be read", .enabled(if: Studio.canBeRefused))
  func unreadable() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1), "photos/a.jpg")
    try studio.add(.tagged(1), "photos/b.jpg")
    chmod(studio.folder.path("photos/a.jpg"), 0)
    #expect(try studio.shell(Studio.unprivileged + "upright run --quiet job.yaml").ending == .exit(1))
    #expect(
      try studio.rows().map(\.error)
        == [.init(code: "unreadable", message: "can't be read: Permission denied"), nil])
  }
}

extension Studio {
  /// What stands before a command that permissions bind, as they don't root.
  static let unprivileged =
    geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all " : ""

  /// False where such a command can't be had.
  static let canBeRefused: Bool = {
    let test = "touch x; chmod 0 x; \(unprivileged)sh -c '! cat x'"
    return (try? Studio().shell(test).ending) == .exit(0)
  }()
}
