import ImageModel
import Testing

@testable import JobFile

/// `masks` in an entry of `sources`, and `mask` in an entry of `outputs`.
@Suite struct MaskKeyTests {
  private func spec(_ text: String) throws -> JobSpec {
    try JobFileReader.read(text: Array("version: 1\n\(text)\n".utf8), file: "job.yaml").get()
  }

  @Test("A mask is an output of its own behind the picture's, with its shape and widths")
  func keys() throws {
    let job = try spec(
      """
      sources:
      - {glob: "*.jpg", masks: "m/{stem}.png"}
      - {path: b.jpg, masks: {path: "m/{name}.png", space: stored}}
      outputs:
      - {path: "{stem}.jpg", resize: {width: 9}, mask: {path: "{stem}.png", pad: 255}}
      - {path: "{stem}-{width}.jpg", widths: [4, 5], mask: "{stem}-{width}.png"}
      """)
    #expect(job.sources.map { $0.masks?.space } == [.declared, .stored])
    #expect(job.outputs.map { $0.mask?.pad } == [nil, 255, nil, 0, nil, 0])
    #expect(job.outputs.map(\.format) == [.jpeg, .png, .jpeg, .png, .jpeg, .png])
    #expect(job.outputs.map { $0.width?.width } == [nil, nil, 4, 4, 5, 5])
    #expect(job.outputs[1].shaping.resize == job.outputs[0].shaping.resize)
  }

  private static func job(_ source: String, _ output: String = "mask: '{stem}.png'") -> String {
    "version: 1\nsources: [\(source)]\noutputs: [{path: '{stem}.jpg', \(output)}]\n"
  }

  @Test(
    arguments: [
      (
        "{glob: a, masks: 'all.png'}",
        "2:28: 'masks' has no variable, so that all pictures would have one mask; there are {dir} {stem} {name} {ext} {hash8} {job}"
      ),
      (
        "{glob: a, masks: {path: '/{stem}.png'}}",
        "2:35: 'masks' starts from the base folder: leave out the '/' at its front, or the URL"
      ),
      ("{list: a.csv, masks: '{stem}.png'}", "2:32: 'masks' goes with 'glob', 'path' and 'annotations' only"),
      (
        "{glob: 's3://bkt/*', masks: '{stem}.png'}",
        "2:39: 'masks' goes with files only: the masks of pictures on the web can't be read"
      ),
      ("{glob: a, page: all, masks: '{stem}.png'}", "2:39: 'masks' can't stand beside 'page'"),
      (
        "{glob: a, masks: {path: '{stem}.png', space: shown}}",
        "2:56: 'space' must be 'display', 'stored' or 'declared', not 'shown'"
      ),
      (
        "{glob: a, masks: '{stem}.png'}, b.jpg",
        "3:38: 'mask' needs 'masks' in all entries of 'sources', and the one in line 2 has none"
      ),
    ])
  func wrongSources(_ source: String, _ error: String) {
    WrongJob(text: Self.job(source), errors: [error]).check()
  }

  @Test(
    arguments: [
      ("quality: 9", "2:18: 'masks' are for outputs: add 'mask', a path, to an entry of 'outputs'"),
      ("mask: {pad: 3}", "3:38: 'mask' needs 'path'"),
      ("mask: '{stem}.jpg'", "3:38: '{stem}.jpg' doesn't end in '.png': masks are PNGs"),
      (
        "mask: {path: '{stem}.png', pad: 65536}",
        "3:64: 'pad' must be a whole number from 0 to 65535, not '65536'"
      ),
      (
        "formats: [jpeg], mask: '{stem}.png'",
        "3:55: 'mask' can't stand beside 'formats': write an entry of 'outputs' for each format"
      ),
      (
        "widths: [4, 5], mask: '{stem}.png'",
        "3:18: 'path' needs '{width}', since 'widths' makes several files\n3:54: 'mask' needs '{width}', since 'widths' makes several files"
      ),
    ])
  func wrongOutputs(_ output: String, _ error: String) {
    let errors = error.split(separator: "\n").map { String($0) }
    WrongJob(text: Self.job("{glob: a, masks: '{stem}.png'}", output), errors: errors).check()
  }
}
