import ImageModel
import Testing

@testable import Planning
@testable import Preview

/// Whole pages, and what is drawn.
@Suite struct PageTests {
  /// Of a picture stored 40x20, lying on its side, with two boxes, of which the second fails.
  private static var image: ImagePlan {
    let made = output("out/<1>.jpg", crop: PixelRect(x: 30, y: 4, width: 10, height: 8))
    var failed = output("out/2.jpg", crop: nil)
    failed.error = Finding(.badAnnotation, "boxes.json, annotation 2: 'bbox' holds what is not a number")
    var image = ImagePlan(
      index: 7, source: "a&b.jpg", id: "a", bytes: 1, modified: 1, inode: 1, format: .jpeg,
      storedSize: PixelSize(width: 40, height: 20), pixels: PixelFormat(.ycbcr), peakBytes: 1,
      isUntagged: false, hash: .sha256, onCorrupt: .error, verify: .crop, seconds: 1, decodes: [],
      outputs: [made, failed], boxes: nil, error: nil, warnings: [])
    image.boxes = [
      BoxPlan(
        index: 1, isCut: true, id: "\"5\"", category: "<b>", box: RealRect(x: 31.5, y: 5, width: 8, height: 6)
      ),
      BoxPlan(index: 2, isCut: true, id: nil, category: "cat", box: nil),
    ]
    return image
  }

  private static func output(_ path: String, crop: PixelRect<Stored>?) -> OutputPlan {
    OutputPlan(
      path: path, mode: .bake, orientation: .rightTop, displaySize: PixelSize(width: 20, height: 40),
      format: .jpeg, cropRequested: nil, crop: nil, storedCrop: crop,
      size: crop.map { _ in PixelSize(width: 8, height: 10) }, resample: nil, turn: .rightTop, content: nil,
      background: .black, encode: EncodeOptions.jpeg(), metadata: MetadataPolicy(), error: nil,
      warnings: crop.map { _ in
        [Finding(.cropClipped, "the crop reaches beyond the picture and was clipped to 8x10+8+30")]
      } ?? [])
  }

  private static func page(_ image: ImagePlan, _ preview: ImagePreview) -> String {
    var text = ""
    let plan = BatchPlan(images: [image])
    let pages = PreviewPages(job: "a job", counts: PlanCounts(plan), shown: plan.images, first: "p.html")
    pages.write(1, [preview]) { text += $0 }
    return text
  }

  @Test("A page as a whole")
  func whole() throws {
    let text = Self.page(
      Self.image,
      ImagePreview(
        picture: PreviewImage(file: [1, 2, 3]), outputs: [PreviewImage(file: [4, 5, 6]), PreviewImage()]))
    let (head, rest) = try #require(text.split(separator: StyleSheet.text, maxSplits: 1).pair)
    #expect(
      head == """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="generator" content="upright preview">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>a job: preview</title>
        <style>

        """)
    let legend = try #require(rest.split(separator: "\n").first { $0.hasPrefix("<ul class=\"legend\">") })
    // Stored 40x20 by orientation 6: x as shown is 20 - (y + height), y as shown is x. Letters are 13 * 40 / 512 high.
    #expect(
      String(rest).split(separator: legend).joined() == """
        </style>
        </head>
        <body>
        <header>
        <h1>What “<bdi>a job</bdi>” will cut</h1>
        <p>Shown here: all 1 source. The whole plan: 1 source, 2 outputs; 1 would fail, 1 clipped.</p>

        </header>
        <main>
        <section id="s7">
        <h2><bdi>a&amp;b.jpg</bdi></h2>
        <p class="facts">20x40 as shown, 40x20 as stored, orientation 6: turned clockwise</p>
        <div class="sides">
        <figure class="picture">
        <svg viewBox="0 0 20 40" font-size="1.02" role="img" aria-label="a&amp;b.jpg" style="max-width:256px">
        <image width="20" height="40" preserveAspectRatio="none" href="data:image/jpeg;base64,AQID"/>
        <g class="frame clipped"><title>box &quot;5&quot;, &lt;b&gt;, #1; clipped</title>\
        <rect class="box under" x="9" y="31.5" width="6" height="8"/><rect class="box" x="9" y="31.5" width="6" height="8"/>\
        <rect class="cut under" x="8" y="30" width="8" height="10"/><rect class="cut" x="8" y="30" width="8" height="10"/>\
        <text x="5.78" y="29.59">&quot;5&quot; &lt;b&gt; #1 · clipped</text></g>
        </svg>
        </figure>
        <div class="outputs">
        <figure class="output clipped">
        <img src="data:image/jpeg;base64,BAUG" width="8" height="10" alt="out/&lt;1&gt;.jpg">
        <figcaption><b><bdi>out/&lt;1&gt;.jpg</bdi></b><br>box <bdi>&quot;5&quot; &lt;b&gt; #1</bdi><br>8x10\
        <ul><li class="warning">warning: <bdi>the crop reaches beyond the picture and was clipped to 8x10+8+30</bdi> \
        <code>crop_clipped</code></li></ul></figcaption>
        </figure>
        <figure class="output fails">
        <div class="none">not made</div>
        <figcaption><b><bdi>out/2.jpg</bdi></b><br>box <bdi>cat #2</bdi>\
        <ul><li class="fails">fails: <bdi>boxes.json, annotation 2: &#39;bbox&#39; holds what is not a number</bdi> \
        <code>bad_annotation</code></li></ul></figcaption>
        </figure>
        </div>
        </div>
        </section>
        </main>
        <footer>
        </footer>
        </body>
        </html>

        """)
  }

  @Test("The legend shows the looks that the plan has")
  func legend() {
    func looks(_ image: ImagePlan) -> [Bool] {
      let none = [PreviewImage](repeating: PreviewImage(), count: image.outputs.count)
      let text = Self.page(image, ImagePreview(picture: nil, outputs: none))
      return ["annotation’s box", "what is cut", "clipped to", "space is doubtful", "fails</li>"].map {
        text.contains($0)
      }
    }
    #expect(looks(Self.image) == [true, true, true, false, true])
    var plain = Self.image
    plain.boxes = nil
    plain.outputs = [plain.outputs[0]]
    plain.outputs[0].warnings = []
    #expect(looks(plain) == [false, true, false, false, false])
  }

  @Test(
    "Labels of boxes at one place stand on lines of their own, in the picture", arguments: [0.0, 150, 290])
  func labels(y: Double) throws {
    let frames = (1...12).map {
      Frame(
        cuts: [RealRect(x: Double($0), y: y, width: 50, height: 8)], label: "number \($0)", title: "",
        marks: [])
    }
    let text = FrameDrawing(size: PixelSize(width: 300, height: 300), picture: nil, frames: frames).svg("a")
    let lines = text.matches(of: /<text x="[0-9.]+" y="([0-9.]+)">/).compactMap { Double($0.output.1) }
      .sorted()
    let fontSize = try #require(text.firstMatch(of: /font-size="([0-9.]+)"/).flatMap { Double($0.output.1) })
    #expect(lines.count == 12)
    #expect(lines.allSatisfy { fontSize - 0.01...300 ~= $0 })
    #expect(zip(lines, lines.dropFirst()).allSatisfy { $1 - $0 >= fontSize })
  }

  @Test("A doubtful space is told on top, at the picture, at the box and at the output")
  func doubtful() {
    var image = Self.image
    image.warnings = [Finding(.spaceDoubtful, "boxes.json: is it right?")]
    let text = Self.page(image, ImagePreview(picture: nil, outputs: [PreviewImage(), PreviewImage()]))
    #expect(text.contains("; 1 would fail, 1 clipped, 2 of doubtful space."))
    #expect(text.contains("<p class=\"alarm\"><b>Is the space right?</b> Annotations of 2 outputs declare"))
    #expect(
      text.contains(
        "<li class=\"warning\">warning: <bdi>boxes.json: is it right?</bdi> <code>space_doubtful</code></li>")
    )
    #expect(
      text.contains(
        "<g class=\"frame doubtful\"><title>box &quot;5&quot;, &lt;b&gt;, #1; space doubtful; clipped</title>"
      ))
    #expect(text.contains("#1 · space doubtful · clipped</text>"))
    #expect(text.contains("<li class=\"warning\">space doubtful</li>"))
  }

  @Test("A picture that can't be decoded says why, and so do its outputs")
  func broken() {
    let failed = PreviewImage(error: Finding(.corrupt, "the data ends <early>"))
    let text = Self.page(Self.image, ImagePreview(picture: failed, outputs: [failed, failed]))
    #expect(
      text.contains(
        "</svg>\n<figcaption><ul><li class=\"fails\">fails: <bdi>the data ends &lt;early&gt;</bdi> <code>corrupt</code></li></ul></figcaption></figure>"
      ))
    #expect(
      text.contains(
        "<li class=\"fails\">fails: <bdi>the data ends &lt;early&gt;</bdi> <code>corrupt</code></li>"))
    #expect(!text.contains("data:image"))
  }

  @Test("Of many boxes 500 are drawn, of many outputs 24 are shown, and it is said how many more there are")
  func many() {
    var image = Self.image
    image.outputs = Array(repeating: Self.image.outputs[0], count: 510)
    image.boxes = (1...510).map {
      BoxPlan(index: $0, isCut: true, id: nil, category: nil, box: RealRect(x: 0, y: 0, width: 1, height: 1))
    }
    let text = Self.page(
      image,
      ImagePreview(picture: nil, outputs: Array(repeating: PreviewImage(file: [1]), count: 24)))
    #expect(text.components(of: "<g class=\"frame clipped\"><title>") == 500)
    #expect(text.components(of: "<svg class=\"crowded\" viewBox=\"0 0 20 40\"") == 1)
    #expect(text.components(of: "<figure class=\"output") == 24)
    #expect(
      text.contains("<figcaption>and 10 more boxes; point at a box to see what it is called</figcaption>"))
    #expect(text.contains("<p class=\"rest\">and 486 more outputs</p>"))
  }

  @Test("A refused source shows its reason once")
  func refused() {
    var image = Self.image
    image.error = Finding(.notFound, "there is no such file")
    image.storedSize = nil
    let text = Self.page(image, ImagePreview(picture: nil, outputs: [PreviewImage(), PreviewImage()]))
    #expect(
      text.contains(
        """
        <p class="facts">no size is known</p>
        <ul><li class="fails">fails: <bdi>there is no such file</bdi> <code>not_found</code></li></ul>
        <div class="sides">
        <div class="outputs">
        <p class="rest">Nothing can be made of it: 2 outputs.</p>
        </div>
        """))
  }

  @Test("Numbers no browser takes are bounded")
  func numbers() {
    let frame = Frame(
      box: nil, cuts: [RealRect(x: -.infinity, y: .nan, width: 1e300, height: 0.126)], label: "a", title: "b",
      marks: [])
    let svg = FrameDrawing(size: PixelSize(width: 512, height: 100), picture: nil, frames: [frame]).svg("n")
    #expect(svg.contains("<rect class=\"cut\" x=\"-1000000\" y=\"0\" width=\"1000000\" height=\"0.13\"/>"))
  }
}

extension [Substring] {
  fileprivate var pair: (Substring, Substring)? { count == 2 ? (self[0], self[1]) : nil }
}

extension String {
  /// How often `part` occurs.
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
