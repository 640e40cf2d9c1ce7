import ImageModel
import TestSupport
import Testing

@testable import Planning

/// Plans of pictures that are drawn at the sizes of their outputs.
struct DrawPlanTests {
  private static func image(_ outputs: String...) throws -> ImagePlan {
    let info = Self.info(100, 60, layers: 0)
    let list = outputs.enumerated().map { "{path: \($0.offset).png, \($0.element)}" }
    return try PlannedJob("sources: [{path: a.svg}]\noutputs: [\(list.joined(separator: ", "))]").image(info)
  }

  @Test("An output is drawn at its own size, and isn't resampled")
  func size() throws {
    let image = try Self.image(
      "resize: {width: 50}", "resize: {width: 300, enlarge: true}", "crop: '10,20,40,20'")
    #expect(
      image.decodes.map(\.drawn) == [
        PixelSize(width: 50, height: 30), PixelSize(width: 300, height: 180),
        PixelSize(width: 40, height: 20),
      ])
    #expect(image.decodes[2].region == PixelRect(x: 10, y: 20, width: 40, height: 20))
    #expect(image.decodes[2].samples == PixelRect(x: 0, y: 0, width: 40, height: 20))
    #expect(image.outputs.map(\.decode) == [0, 1, 2])
    for output in image.outputs { #expect(output.resample?.isIdentity == true) }
    #expect(image.isConsistent)
  }

  @Test("Outputs with the same box and size share a drawing")
  func sharing() throws {
    let image = try Self.image("resize: {width: 50}", "resize: {width: 40}", "resize: {width: 50}")
    #expect(image.outputs.map(\.decode) == [0, 1, 0])
    #expect(image.decodes.count == 2)
  }

  @Test("Of a crop that reaches beyond the picture, the part in the picture is drawn")
  func padding() throws {
    let image = try Self.image(
      "crop: {x: -20, y: 0, width: 60, height: 60, out_of_bounds: pad}, resize: {width: 31}")
    let decode = try #require(image.decodes.first)
    #expect(decode.region == PixelRect(x: 0, y: 0, width: 40, height: 60))
    // 31 * 40 / 60 = 20.67.
    #expect(decode.drawn == PixelSize(width: 21, height: 31))
    let resample = try #require(image.outputs[0].resample)
    #expect(resample.region.width == 31.5)
    #expect(resample.samples.x == -11)
    #expect(image.isConsistent)
  }

  @Test("Text fails the rows, unless the job takes the installed fonts")
  func text() throws {
    var info = Self.info(100, 60, layers: 0)
    info.findings = [Finding(.systemFonts, "it has text")]
    let images = try ["", "decode: {svg_text: refuse}\n", "decode: {svg_text: system}\n"].map { key in
      try PlannedJob("\(key)sources: [{path: a.svg}]\noutputs: [{path: a.png}]").image(info)
    }
    #expect(images.map(\.error?.code) == [.svgText, .svgText, nil])
    #expect(images.map { $0.warnings.map(\.code) } == [[], [], [.systemFonts]])
  }

  @Test("A side that cairo can't draw fails the output")
  func longestSide() throws {
    let image = try Self.image(
      "resize: {width: 32767, height: 2, fit: fill, enlarge: true}",
      "resize: {width: 32768, height: 2, fit: fill, enlarge: true}")
    #expect(image.outputs.map(\.error?.code) == [nil, .outputTooLarge])
    #expect(image.decodes.count == 1)
  }

  @Test("A turned output is drawn as it is stored")
  func turn() throws {
    let job = try PlannedJob(
      "sources: [{path: a.svg, exif_orientation: 6}]\noutputs: [{path: a.png, resize: {width: 30}}]")
    let image = try job.image(Self.info(100, 60, layers: 0))
    #expect(image.outputs[0].size == PixelSize(width: 30, height: 50))
    #expect(image.decodes[0].drawn == PixelSize(width: 50, height: 30))
  }

  private static func info(_ width: Int, _ height: Int, layers: Int) -> SourceInfo {
    var info = SourceInfo(width, height)
    (info.format, info.pixels, info.layers) = (.svg, PixelFormat(.rgb, hasAlpha: true), layers)
    return info
  }

  @Test("A layer takes the memory of the whole picture at the drawing's scale")
  func memory() throws {
    func peak(_ layers: Int, _ output: String) throws -> Int {
      let job = try PlannedJob("sources: [{path: a.svg}]\noutputs: [{path: a.png, \(output)}]")
      return try job.image(Self.info(100, 60, layers: layers)).peakBytes
    }
    #expect(try peak(1003, "") == peak(1000, "") + 3 * 4 * 100 * 60)
    // The crop is drawn at 5 times its size, so the whole picture is 500x300.
    let crop = "crop: '10,20,40,20', resize: {width: 200, enlarge: true}"
    #expect(try peak(1003, crop) == peak(1000, crop) + 3 * 4 * 500 * 300)
  }

  @Test("Layers that are too large fail the output of a small crop")
  func largeLayers() throws {
    func error(_ layers: Int, _ width: Int, _ more: String = "") throws -> Finding.Code? {
      let output = "path: a.png, crop: '0,0,10,10', resize: {width: \(width), enlarge: true}"
      let job = try PlannedJob("\(more)sources: [{path: a.svg}]\noutputs: [{\(output)}]")
      return try job.image(Self.info(1000, 10, layers: layers)).outputs[0].error?.code
    }
    // The whole picture is as wide as 100 outputs, and as high as one.
    #expect(try error(1, 327) == nil)
    #expect(try error(1, 328) == .outputTooLarge)
    #expect(try error(0, 328) == nil)
    #expect(try error(1, 100, "limits: {max_pixels: 999999}\n") == .outputTooLarge)
    #expect(try error(0, 100, "limits: {max_pixels: 999999}\n") == nil)
  }

  @Test("The size of a drawing is part of an output's recipe, and a plan must have it")
  func recipe() throws {
    let image = try Self.image("resize: {width: 50}")
    var other = image
    other.decodes[0].samples = PixelRect(x: 0, y: 0, width: 51, height: 30)
    #expect(
      Recipe.digest(ofOutput: 0, in: other, versions: RecipeVersions(""))
        != Recipe.digest(ofOutput: 0, in: image, versions: RecipeVersions("")))
    #expect(!other.isConsistent)
    other.decodes[0].samples = PixelRect(x: 0, y: 0, width: 0, height: 30)
    #expect(!other.isConsistent)
    other = image
    other.decodes[0].samples = PixelRect(x: 1, y: 0, width: 50, height: 30)
    #expect(!other.isConsistent)
  }

  @Test("The versions of the libraries that draw are part of the recipes of drawings only")
  func versions() throws {
    func recipes(_ image: ImagePlan) -> Set<String?> {
      Set(
        ["1", "2"].map { Recipe.digest(ofOutput: 0, in: image, versions: RecipeVersions("1", drawing: $0)) })
    }
    #expect(recipes(try Self.image("resize: {width: 50}")).count == 2)
    let photo = try PlannedJob("sources: [{path: a.jpg}]\noutputs: [{path: a.png}]").image(
      SourceInfo(100, 60))
    #expect(recipes(photo).count == 1)
  }
}
