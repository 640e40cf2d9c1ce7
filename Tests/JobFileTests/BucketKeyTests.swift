import ImageModel
import Testing

@testable import JobFile

/// `buckets` in a job file.
@Suite struct BucketKeyTests {
  private func read(_ keys: String, output: String = "path: '{bucket}/{stem}.jpg'") throws -> JobSpec {
    let text = "version: 1\nsources: [a.jpg]\noutputs: [{\(output)}]\n\(keys)\n"
    return try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
  }

  @Test func keys() throws {
    let made = try read(
      "buckets: {area: 1024x768, step: 32, min: 256, max: 1024, rule: diffusers, batch: 8, tail: drop}")
    let sizes = Buckets.sizes(area: PixelSize(width: 1024, height: 768), step: 32, sides: 256...1024)
    #expect(made.shaping.buckets == Buckets(sizes, rule: .diffusers, batch: 8, tail: .drop))
    let listed = try read("buckets: {sizes: [1024x1024, 832x1216], gravity: north, filter: bicubic}")
    let named = [PixelSize(width: 1024, height: 1024), PixelSize(width: 832, height: 1216)]
    #expect(listed.shaping.buckets == Buckets(named, anchor: .gravity(.north), filter: .bicubic))
  }

  /// From half of the shorter side to twice the longer one, in steps of 64.
  @Test func defaults() throws {
    let buckets = try read("buckets: {area: 1024x1024}").shaping.buckets
    #expect(
      buckets
        == Buckets(Buckets.sizes(area: PixelSize(width: 1024, height: 1024), step: 64, sides: 512...2048)))
  }

  @Test func anOutputsResizeTakesThePlaceOfTheJobsBuckets() throws {
    let spec = try read("buckets: {area: 1024x1024}", output: "path: '{stem}.jpg', resize: '9,'")
    let shaping = spec.outputs[0].shaping.over(spec.shaping)
    #expect(shaping.buckets == nil)
    #expect(shaping.resize?.target == .pixels(width: 9, height: nil))
    let other = try read("resize: '9,'", output: "path: '{bucket}.jpg', buckets: {sizes: [8x8]}")
    #expect(other.outputs[0].shaping.over(other.shaping).resize == nil)
  }

  private static let sides = "a size of sides from 1 to 65500, as in 1024x1024"

  private static let ofOne =
    "'tail: drop' leaves out pictures, so a picture can have only one output with 'buckets', without tiles and boxes"

  private static func buckets(_ value: String, _ errors: String...) -> WrongJob {
    WrongJob(
      text: "version: 1\nsources: [a.jpg]\noutputs: [{path: \"{stem}.jpg\"}]\nbuckets: \(value)\n",
      errors: errors)
  }

  @Test(
    arguments: [
      buckets("8", "4:10: 'buckets' must be a mapping with 'area' or 'sizes', not '8'"),
      buckets(
        "{}", "4:10: 'buckets' needs 'area', as in 1024x1024, or 'sizes', as in [1024x1024, 832x1216]"),
      buckets("{step: 64}", "4:10: 'buckets' needs 'area', as in 1024x1024"),
      buckets("{area: 1024}", "4:17: 'area' must be \(sides), not '1024'"),
      buckets("{area: 0x9}", "4:17: 'area' must be \(sides), not '0x9'"),
      buckets("{area: 9x9x9}", "4:17: 'area' must be \(sides), not '9x9x9'"),
      buckets("{sizes: []}", "4:18: 'sizes' is empty"),
      buckets("{sizes: [8x8, 08x8]}", "4:24: the size 8x8 is here twice"),
      buckets(
        "{sizes: [8x8], step: 8}", "4:31: 'step' and 'sizes' are two ways to name buckets; keep one"),
      buckets(
        "{area: 512x512, min: 100}", "4:31: 'min' must be a multiple of 'step' (64), and 100 is none"),
      buckets(
        "{area: 512x256, min: 384}",
        "4:17: the sides 512 and 256 of 'area' must lie between 'min' (384) and 'max' (1024)"),
      buckets(
        "{area: 512x512, max: 448}",
        "4:17: the sides 512 and 512 of 'area' must lie between 'min' (256) and 'max' (448)"),
      buckets(
        "{area: 512x512, step: 1, min: 1, max: 9000}",
        "4:17: these keys make over 1000 buckets: raise 'step', or narrow 'min' and 'max'"),
      buckets("{area: 512x512, batch: 0}", "4:33: 'batch' must be a whole number from 1 to 1000000, not '0'"),
      buckets(
        "{area: 512x512, tail: keep}", "4:32: 'tail' needs 'batch', the number of pictures in a batch"),
      buckets("{area: 512x512, batch: 2, tail: merge}", "4:42: 'tail' must be 'keep' or 'drop', not 'merge'"),
      .job(
        "buckets: {area: 512x512, batch: 2, tail: drop}\ntiles: {width: 64, height: 64}", "3:18: \(ofOne)"),
      WrongJob(
        text:
          "version: 1\nsources: [a.jpg]\noutputs: [{path: a.jpg}, {path: b.jpg}]\nbuckets: {sizes: [8x8], batch: 2, tail: drop}\n",
        errors: ["3:18: \(ofOne)"]),
      buckets("{area: 512x512, rule: sdxl}", "4:32: 'rule' must be 'kohya' or 'diffusers', not 'sdxl'"),
      .job(
        "resize: '9,'\nbuckets: {area: 512x512}",
        "5:10: 'buckets' and 'resize' are two ways to say a size; keep one"),
      .output(
        "path: '{bucket}.jpg'", "4:11: '{bucket}' needs 'buckets', as in 'buckets: {area: 1024x1024}'"),
    ] as [WrongJob])
  func wrongKeys(_ job: WrongJob) { job.check() }
}
