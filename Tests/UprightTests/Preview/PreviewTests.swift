import TestSupport
import Testing

/// `upright preview`, from job to pages.
struct PreviewTests {
  /// Pictures stored as 64x48 and lying on their side, with a COCO file that is right in display space.
  private static func studio(_ space: String = "display", boxes: [String] = ["2, 4, 10, 20"]) throws -> Studio
  {
    let studio = try Studio()
    try studio.add(.tagged(6), "photos/a.jpg")
    let annotations = boxes.enumerated().map {
      #"{"id": \#($0 + 5), "image_id": 1, "category_id": 1, "bbox": [\#($1)]}"#
    }
    try studio.folder.write(
      """
      {"images": [{"id": 1, "file_name": "a.jpg", "width": 48, "height": 64}],
       "categories": [{"id": 1, "name": "<script>&\\"'"}],
       "annotations": [\(annotations.joined(separator: ", "))]}
      """, to: "boxes.json")
    try studio.job(
      """
      sources: {annotations: boxes.json, format: coco, images: photos, space: \(space)}
      output_root: out
      outputs: [{path: "{id}.jpg"}]
      """)
    return studio
  }

  private static let page = "job.preview.html"

  /// The lines of a page that hold `part`, without their pictures.
  private static func lines(_ page: String, with part: String) -> [String] {
    page.split(separator: "\n").filter { $0.contains(part) }.map { line in
      guard let start = line.firstRange(of: "data:image/jpeg;base64,") else { return String(line) }
      let rest = line[start.upperBound...].drop { $0 != "\"" }
      return "\(line[..<start.upperBound])...\(rest)"
    }
  }

  @Test("It writes one page, one line and nothing else")
  func one() throws {
    let studio = try Self.studio()
    let before = try studio.contents()
    let run = try studio.upright("preview", "job.yaml")
    #expect(
      run == CommandRun(.exit(0), stderr: "job: 1 source, 1 output; all sources shown; job.preview.html\n"))
    #expect(try studio.contents(besides: [Self.page]) == before)
    let page = try studio.text(Self.page)
    #expect(
      Self.lines(page, with: "<svg viewBox=\"0 0 48") == [
        #"<svg viewBox="0 0 48 64" font-size="1.63" role="img" aria-label="photos/a.jpg" style="max-width:384px">"#
      ])
    // The very numbers of the file, since it is right in the space that is drawn in.
    #expect(
      Self.lines(page, with: "<g class=\"frame\"><title>") == [
        #"<g class="frame"><title>box 5, &lt;script&gt;&amp;&quot;&#39;, #1</title><rect class="box under" x="2" y="4" width="10" height="20"/><rect class="box" x="2" y="4" width="10" height="20"/><rect class="cut under" x="2" y="4" width="10" height="20"/><rect class="cut" x="2" y="4" width="10" height="20"/><text x="2" y="3.35">5 &lt;script&gt;&amp;&quot;&#39; #1</text></g>"#
      ])
    #expect(
      Self.lines(page, with: "<img") == [
        #"<img src="data:image/jpeg;base64,..." width="10" height="20" alt="5.jpg">"#
      ])
    for forbidden in ["<script", "http:", "https:", "url(", "@import"] { #expect(!page.contains(forbidden)) }
  }

  @Test("A wrong space is doubtful, and its boxes lie elsewhere")
  func wrong() throws {
    let studio = try Self.studio("stored")
    let run = try studio.upright("preview", "job.yaml")
    #expect(
      run.stderr == "job: 1 source, 1 output; 1 of doubtful space; all sources shown; job.preview.html\n")
    let page = try studio.text(Self.page)
    // Stored 10x20+2+4 of 64x48 is, turned clockwise, 20x10 at 48 - 4 - 20 and 2.
    #expect(page.contains(#"<g class="frame doubtful"><title>"#))
    #expect(page.contains(#"<rect class="cut" x="24" y="2" width="20" height="10"/>"#))
    #expect(
      page.contains(
        "the declared size 48x64 is the picture&#39;s as shown, not as stored: is &#39;space: stored&#39; right?"
      ))
  }

  @Test("Failed and clipped boxes are counted and marked, and the status is 0")
  func failures() throws {
    let studio = try Self.studio(boxes: ["2, 4, 10, 20", "40, 60, 20, 20", "60, 0, 5, 5", "2, 4, NaN, 5"])
    let run = try studio.upright("preview", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0),
          stderr: "job: 1 source, 4 outputs; 2 would fail, 1 clipped; all sources shown; job.preview.html\n"))
    let page = try studio.text(Self.page)
    #expect(Self.lines(page, with: "<div class=\"none\">").count == 2)
    // The box as it is, and what is cut of it.
    #expect(page.contains(#"<rect class="box" x="40" y="60" width="20" height="20"/>"#))
    #expect(page.contains(#"<rect class="cut" x="40" y="60" width="8" height="4"/>"#))
    #expect(page.contains(#"<g class="frame fails"><title>box 7, "#))
    #expect(page.contains(#"<rect class="cut" x="60" y="0" width="5" height="5"/>"#))
    #expect(page.contains("<code>crop_empty</code>"))
    #expect(
      page.contains(
        "annotation 4: &#39;bbox&#39; holds what is not a number</bdi> <code>bad_annotation</code>"))
  }

  @Test("Jobs without annotations, and sources that can't be read, have pages too")
  func plain() throws {
    let studio = try Studio(
      """
      output_root: out
      outputs:
        - {path: "{stem}-1.jpg", crop: "4,8,20,10"}
        - {path: "{stem}-2.jpg"}
      """)
    try studio.add(.tagged(3), "photos/a.jpg")
    let whole = try Picture(width: 256, height: 256).jpeg()
    try studio.folder.write(Array(whole.prefix(whole.count / 2)), to: "photos/cut.jpg")
    try studio.folder.write("no picture", to: "photos/text.jpg")
    let run = try studio.upright("preview", "job.yaml")
    #expect(
      run
        == CommandRun(
          .exit(0),
          stderr: "job: 3 sources, 6 outputs; 2 would fail; all sources shown; job.preview.html\n"))
    let page = try studio.text(Self.page)
    #expect(page.contains(#"<rect class="cut" x="4" y="8" width="20" height="10"/>"#))
    #expect(page.contains(#"<rect class="cut" x="0" y="0" width="64" height="48"/>"#))
    #expect(page.contains("<code>unsupported_format</code>"))
    #expect(page.contains("Nothing can be made of it: 2 outputs."))
    // Known only when it is decoded: at the picture and at both outputs.
    #expect(Self.lines(page, with: "<code>corrupt</code>").count == 3)
    #expect(Self.lines(page, with: "<img").count == 2)
  }

  @Test("A name that isn't UTF-8 is shown, and takes nothing with it")
  func names() throws {
    let studio = try Studio("output_root: out\noutputs: [{path: \"{index}.jpg\"}]")
    try studio.add(Picture(), "photos/<b>&\"'\u{7}.jpg")
    let run = try studio.shell(
      #"cp photos/*.jpg "$(printf 'photos/\377.jpg')" && upright preview job.yaml"#)
    #expect(run.ending == .exit(0))
    let page = try studio.text(Self.page)
    #expect(page.contains("<h2><bdi>photos/&lt;b&gt;&amp;&quot;&#39;\u{FFFD}.jpg</bdi></h2>"))
    #expect(page.contains("<h2><bdi>photos/%FF.jpg</bdi></h2>"))
    #expect(page.contains("<code>name_not_utf8</code>"))
  }

  @Test("No place leaves the photos by a page, whatever the job keeps", arguments: ["process", "none"])
  func discreet(_ isolation: String) throws {
    let studio = try Studio(
      """
      isolation: \(isolation)
      metadata: {keep: [exif, xmp, comment], gps: keep}
      output_root: out
      outputs: [{path: "{stem}.jpg", orientation: keep}]
      """)
    try studio.add(
      Picture(segments: [.located(orientation: 6), .xmp("<x/>"), .comment("private")]), "photos/a.jpg")
    #expect(try studio.upright("preview", "job.yaml").ending == .exit(0))
    let pictures = try Self.pictures(studio)
    #expect(pictures.count == 2)
    for picture in pictures {
      #expect(picture.prefix(2) == [0xFF, 0xD8])
      for secret in [[0xDE, 0xCA, 0xDE], Array("private".utf8), Array("<x/>".utf8)] as [[UInt8]] {
        #expect(picture.firstRange(of: secret) == nil)
      }
    }
  }

  /// The JPEGs of a page, by coreutils.
  private static func pictures(_ studio: Studio) throws -> [[UInt8]] {
    let texts = try studio.text(Self.page).split(separator: "data:image/jpeg;base64,").dropFirst()
    return try texts.enumerated().map { index, text in
      try studio.folder.write(String(text.prefix { $0 != "\"" }), to: "\(index).txt")
      #expect(try studio.shell("base64 -d \(index).txt > \(index).bin").ending == .exit(0))
      return try studio.folder.read("\(index).bin")
    }
  }
}
