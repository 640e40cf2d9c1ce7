import ImageModel
import Testing

@testable import JobFile

/// Entries of `outputs` that make several files.
@Suite struct OutputFamilyTests {
  private func outputs(_ keys: String) throws -> [OutputEntry] {
    let head = "version: 1\nsources: [a.jpg]\nresize: {width: 9}\noutputs:\n  - "
    return try JobFileReader.read(text: Array((head + keys + "\n").utf8), file: "job.yaml").get().outputs
  }

  @Test func widthsAndFormatsAreOutputsOfTheirOwn() throws {
    let outputs = try outputs(
      "{path: \"{stem}-{width}.{format}\", widths: [640, 320], formats: [jpeg, webp, png], quality: {webp: 80}, larger: skip}"
    )
    #expect(outputs.map(\.format) == [.jpeg, .webp, .png, .jpeg, .webp, .png])
    #expect(outputs.map(\.width?.width) == [320, 320, 320, 640, 640, 640])
    #expect(
      outputs.map(\.shaping.resize)
        == [320, 320, 320, 640, 640, 640].map { Resize(.pixels(width: $0, height: nil)) })
    #expect(outputs.map(\.shaping.encode.quality) == [nil, 80, nil, nil, 80, nil])
    #expect(outputs.allSatisfy { $0.width?.all == [320, 640] && $0.width?.larger == .skip })
    #expect(Set(outputs.map(\.location)).count == 1)
  }

  @Test func oneWidthOrFormatNeedsNoVariable() throws {
    let outputs = try outputs("{path: \"{stem}.webp\", widths: [320], formats: [webp], quality: 7}")
    #expect(outputs.map(\.shaping.encode.quality) == [7])
    #expect(outputs.map(\.width) == [OutputWidth(all: [320], width: 320, larger: .keep)])
    #expect(try self.outputs("{path: \"{stem}.{format}\", format: tiff}").map(\.width) == [nil])
  }

  /// Which of the widths 320, 640 and 1280 are made, by the width of the crop. The rule in words: those that fit, and
  /// the crop's own width where nothing fits, or with `keep` where a larger one is asked for.
  @Test(
    arguments: [
      (100, [320], [320]), (320, [320], [320]), (321, [320, 640], [320]), (640, [320, 640], [320, 640]),
      (1000, [320, 640, 1280], [320, 640]), (1280, [320, 640, 1280], [320, 640, 1280]),
      (9000, [320, 640, 1280], [320, 640, 1280]),
    ])
  func smallPictures(_ crop: Int, _ kept: [Int], _ skipped: [Int]) {
    for (larger, expected) in [(OutputWidth.Larger.keep, kept), (.skip, skipped)] {
      let made = [320, 640, 1280].filter {
        OutputWidth(all: [320, 640, 1280], width: $0, larger: larger).isMade(of: crop)
      }
      #expect(made == expected, "\(larger)")
    }
  }

  @Test(
    arguments: [
      .output(
        "path: \"{stem}.jpg\"\nwidths: [3, 4]",
        "4:11: 'path' needs '{width}', since 'widths' makes several files"),
      .output(
        "path: \"{stem}.jpg\"\nformats: [jpeg, webp]",
        "4:11: 'path' needs '{format}', since 'formats' makes several files"),
      .output(
        "path: \"{stem}.jpg\"\nformats: [webp]",
        "4:11: '{stem}.jpg' ends as jpeg does, and 'format' is webp: end it in '.webp', or change 'format'"),
      .output(
        "path: \"{stem}.{format}\"\nformats: [jpeg, same]",
        "5:21: an entry of 'formats' must be 'jpeg', 'png', 'tiff', 'webp', 'avif' or 'gif', not 'same'"),
      .output(
        "path: \"{stem}.{format}\"\nformats: [webp, webp]", "5:21: the format 'webp' is here twice"),
      .output("path: \"{stem}.{format}\"\nformats: []", "5:14: 'formats' is empty"),
      .output(
        "path: \"{stem}.{format}\"\nformats: [jpeg]\nformat: webp",
        "6:13: 'format' and 'formats' can't stand together"),
      .output(
        "path: \"{stem}-{width}.jpg\"\nwidths: [3, 3]", "5:17: the width 3 is here twice"),
      .output(
        "path: \"{stem}-{width}.jpg\"\nwidths: [0]",
        "5:14: an entry of 'widths' must be a whole number of pixels from 1 to 65500, not '0'"),
      .output(
        "path: \"{stem}.jpg\"\nwidths: [3]\nresize: max",
        "6:13: 'resize' can't stand beside 'widths', which gives the sizes"),
      .output("path: \"{stem}.jpg\"\nlarger: skip", "5:13: 'larger' needs 'widths'"),
      .output(
        "path: \"{stem}.jpg\"\nquality: {jpeg: 5}",
        "5:14: 'quality' must be a whole number from 1 to 100, not a mapping"),
      .output(
        "path: \"{stem}.{format}\"\nformats: [jpeg, png]\nquality: {webp: 5}",
        "6:21: 'webp' isn't one of 'formats'"),
      .output(
        "path: \"{stem}.{format}\"\nformats: [jpeg, png]\nquality: {jpeg: 101}",
        "6:21: 'jpeg' must be a whole number from 1 to 100, not '101'"),
      .output(
        "path: \"{stem}.{format}\"\nformats: [jpeg, png]\neffort: 3",
        "6:13: 'effort' is for 'webp', and 'formats' has jpeg, png"),
      .output(
        "path: \"{stem}.{format}\"\nformats: [webp, png]\nframes: all",
        "6:13: 'frames: all' needs 'format: webp' or 'format: gif', and this output is png"),
    ] as [WrongJob])
  func wrong(_ job: WrongJob) { job.check() }

  @Test func boxesHaveTheirOwnWidths() {
    let sources = "sources: {annotations: a.json, format: coco, space: display}"
    WrongJob.file(
      "version: 1\n\(sources)\noutputs:\n  - {path: \"{stem}-{box_index}-{width}.jpg\", widths: [3, 4]}\n",
      "4:12: 'widths' doesn't go with sources that are cut for boxes: write an output for each width, or give the source a "
        + "'crop'"
    ).check()
  }

  @Test func filesOfAPictureAreBounded() {
    let widths = (1...129).map(String.init).joined(separator: ", ")
    WrongJob.file(
      "version: 1\nsources: [a.jpg]\noutputs:\n  - {path: \"{stem}-{width}.{format}\", formats: [jpeg, png], widths: [\(widths)]}\n",
      "4:3: 'outputs' makes 258 files of each picture, more than 256"
    ).check()
  }
}
