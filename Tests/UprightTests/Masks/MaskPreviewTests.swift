import TestSupport
import Testing

/// A preview shows the labels of a mask file over the whole picture.
struct MaskPreviewTests {
  /// Labels of 6 columns and 4 rows, which tell their places.
  private static let labels = (0..<4).map { y in (0..<6).map { x in 10 * y + x } }

  private static func page(_ studio: Studio) throws -> String {
    let run = try studio.upright("preview", "job.yaml")
    #expect(run.ending == .exit(0), "\(run.stderr)")
    return try studio.text("job.preview.html")
  }

  private static func studio(tag: UInt8, _ file: [UInt8]) throws -> Studio {
    let studio = try Studio(
      """
      output_root: out
      outputs: [{path: "{stem}.jpg", crop: {x: 0, y: 0, width: 2, height: 2}, mask: "{stem}.png"}]
      """, sources: #"{glob: "photos/*.jpg", masks: "masks/{stem}.png"}"#)
    try studio.add(.tagged(tag, width: 6, height: 4), "photos/a.jpg")
    try studio.folder.write(file, to: "masks/a.png")
    return studio
  }

  /// The PNG of a page, by coreutils.
  private static func png(_ page: String, _ studio: Studio) throws -> LabelFile {
    let text = try #require(page.split(separator: "data:image/png;base64,").dropFirst().first)
    try studio.folder.write(String(text.prefix { $0 != "\"" }), to: "png.txt")
    #expect(try studio.shell("base64 -d png.txt > page.png").ending == .exit(0))
    return try LabelFile(studio.folder.read("page.png"))
  }

  @Test("Labels with a palette lie upright over the whole picture, in their own colours")
  func palette() throws {
    let colors: [UInt8] = (0..<36).flatMap { [$0, 7, 9] }
    let studio = try Self.studio(tag: 6, LabelFile(Self.labels, type: 3, palette: colors).file())
    let page = try Self.page(studio)
    // Tag 6: row y of the shown picture is column y of the stored one, from the bottom.
    let shown = (0..<6).map { y in [30 + y, 20 + y, 10 + y, y] }
    #expect(try Self.png(page, studio) == LabelFile(shown, type: 3, palette: colors))
    #expect(page.contains(#"<image class="labels" width="4" height="6" "#))
    #expect(page.contains("<li>colours over a picture: the labels of its mask file</li>"))
  }

  @Test("Grey levels have a filter of colours, and labels of 16 bits show their lower 8")
  func grey() throws {
    let studio = try Self.studio(
      tag: 1, LabelFile(Self.labels.map { $0.map { 24000 + $0 } }, depth: 16).file())
    let page = try Self.page(studio)
    // 24000 is 93 * 256 + 192.
    #expect(try Self.png(page, studio) == LabelFile(Self.labels.map { $0.map { (192 + $0) % 256 } }))
    #expect(page.contains(#"<image class="labels" filter="url(#labels)" width="6" height="4" "#))
    // VOC's colours of the labels 0 to 7: 128, which is 0.501 of 255, stands for each of the bits 0, 1 and 2.
    // The label 8 has the bit after 128 in red.
    for levels in [
      "R:0.0 0.501 0.0 0.501 0.0 0.501 0.0 0.501 0.25", "G:0.0 0.0 0.501 0.501 0.0 0.0 0.501 0.501 0.0",
      "B:0.0 0.0 0.0 0.0 0.501 0.501 0.501 0.501 0.0",
    ] {
      let function = "<feFunc\(levels.prefix(1)) type=\"discrete\" tableValues=\"\(levels.dropFirst(2)) "
      #expect(page.contains(function))
    }
  }

  @Test("A damaged mask file is a failure on the page")
  func damage() throws {
    let studio = try Self.studio(tag: 1, Array(LabelFile(Self.labels).file().dropLast(20)))
    let page = try Self.page(studio)
    #expect(page.contains("the mask &#39;masks/a.png&#39;: ") && !page.contains("data:image/"))
  }

  @Test("A page without masks has no legend and no filter for them")
  func none() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{stem}.jpg\"}]")
    try studio.add(.tagged(1, width: 6, height: 4), "photos/a.jpg")
    let page = try Self.page(studio)
    #expect(!page.contains("mask file") && !page.contains("<filter"))
  }
}
