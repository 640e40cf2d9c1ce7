import Foundation
import ImageModel
import JSON
import JobFile
import Planning
import Reporting
import System
import TestSupport
import Testing

@Suite struct RecipeTests {
  /// A plan whose only output comes from a thumbnail.
  private static func plan() throws -> ImagePlan {
    var info = SourceInfo(200, 100, tag: .rightTop)
    info.thumbnail = SourceThumbnail(
      EmbeddedThumbnail(range: 90..<900, storedSize: PixelSize(width: 160, height: 80), color: .ycbcr),
      wholeBytes: 0)
    return try PlannedJob(
      """
      decode: {embedded_thumbnail: when_large_enough}
      sources: [{path: a.jpg}]
      outputs:
        - path: b.jpg
          resize: {width: 50}
          crop: {region: '-9,-9,150,80', out_of_bounds: pad}
          metadata: {keep: [icc, exif]}
          color: {profile: srgb}
      """
    ).image(info)
  }

  /// Every value of a plan, changed alone, changes the recipe, unless it says nothing about bytes.
  @Test func eachValueThatShapesBytesCounts() throws {
    let plan = try Self.plan()
    let recipe = Recipe.digest(ofOutput: 0, in: plan, versions: RecipeVersions("1"))
    let tree = try JSONSerialization.jsonObject(with: Data(try JSONText.encode(plan).utf8))
    var without: Set<String> = []
    for path in Self.leaves(tree) {
      let changed = try Self.changes(of: Self.value(at: path, in: tree)).compactMap { value -> ImagePlan? in
        let data = try JSONSerialization.data(withJSONObject: Self.setting(value, at: path, in: tree))
        return try? JSONDecoder().decode(ImagePlan.self, from: data)
      }.filter { $0 != plan }
      #expect(!changed.isEmpty, "\(path)")
      for other in changed
      where Recipe.digest(ofOutput: 0, in: other, versions: RecipeVersions("1")) == recipe {
        without.insert(path.filter { Int($0) == nil }.joined(separator: "."))
      }
    }
    #expect(
      without == [
        "index", "source", "id", "bytes", "modified", "inode", "untagged", "peak_bytes", "seconds_per_image",
        "outputs.path", "outputs.display_size", "outputs.crop_requested.box",
        "outputs.crop_requested.space", "outputs.crop", "outputs.stored_crop",
      ])
  }

  @Test func versionsCount() throws {
    let plan = try Self.plan()
    let recipe = try #require(Recipe.digest(ofOutput: 0, in: plan, versions: RecipeVersions("1")))
    #expect(recipe.utf8.count == 32)
    #expect(Recipe.digest(ofOutput: 0, in: plan, versions: RecipeVersions("2")) != recipe)
  }

  /// A larger neighbour takes both to another decode; one that fits into it leaves the first one's alone.
  @Test func anOutputCountsForItsNeighbourByTheirDecode() throws {
    let recipes = try ["[]", "[{path: c.jpg, resize: {width: 20}}]", "[{path: c.jpg}]"].map { more in
      let more = more.dropFirst().dropLast()
      let job = try PlannedJob(
        "sources: [{path: a.jpg}]\noutputs: [{path: b.jpg, resize: {width: 20}}\(more.isEmpty ? "" : ", \(more)")]"
      )
      return Recipe.digest(
        ofOutput: 0, in: try job.image(SourceInfo(800, 600)), versions: RecipeVersions("1"))
    }
    #expect(recipes[0] == recipes[1])
    #expect(recipes[0] != recipes[2])
  }

  /// The digests are those of version 0.2.0.
  @Test("Since version 0.2.0, only outputs with filter: point have new recipes")
  func recipesSince() throws {
    let digests = try ["bilinear", "point"].map { filter in
      let plan = try PlannedJob(
        "sources: [{path: a.jpg}]\noutputs: [{path: b.png, resize: {width: 50, filter: \(filter)}}]"
      ).image(SourceInfo(200, 100, tag: .rightTop))
      return try #require(Recipe.digest(ofOutput: 0, in: plan, versions: RecipeVersions("1")))
    }
    #expect(digests[0] == "647bd92ac8e8c77e0238bb066cb29f01")
    #expect(digests[1] != "739076c779f9c9c8e25029cb6fc9d4d8")
  }

  @Test func whatCannotBeMadeHasNone() throws {
    var plan = try Self.plan()
    plan.outputs[0].error = Finding(.cropEmpty, "no")
    #expect(Recipe.digest(ofOutput: 0, in: plan, versions: RecipeVersions("1")) == nil)
  }

  private static func leaves(_ tree: Any, _ path: [String] = []) -> [[String]] {
    if let fields = tree as? [String: Any] { return fields.flatMap { leaves($1, path + [$0]) } }
    if let list = tree as? [Any] { return list.enumerated().flatMap { leaves($1, path + ["\($0)"]) } }
    return [path]
  }

  private static func value(at path: [String], in tree: Any) -> Any {
    path.reduce(tree) { tree, step in
      (tree as? [String: Any])?[step] ?? (tree as? [Any])?[Int(step) ?? 0] ?? NSNull()
    }
  }

  private static func setting(_ value: Any, at path: [String], in tree: Any) -> Any {
    guard let step = path.first else { return value }
    let rest = Array(path.dropFirst())
    if var fields = tree as? [String: Any] {
      fields[step] = fields[step].map { setting(value, at: rest, in: $0) }
      return fields
    }
    guard var list = tree as? [Any], let place = Int(step) else { return tree }
    list[place] = setting(value, at: rest, in: list[place])
    return list
  }

  /// Other values that may stand there: numbers and flags nearby, and every name that some key knows.
  private static func changes(of value: Any) -> [Any] {
    if let text = value as? String {
      return [
        text + "x", "4:4:4", "3/8", "grey", "bicubic", "keep", "none", "#010203", "stored", "xmp", "comment",
        "full", "warning", "libpng", "png", "display-p3", "perceptual",
      ]
    }
    guard let number = value as? NSNumber else { return [] }
    return [number.intValue + 1, number.intValue * 2, number.intValue == 1 ? false : true]
  }

  /// The digest of these parts: of texts behind their lengths, and of -1 for none.
  private static func digest(_ parts: [String?]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      var rest = UInt64(bitPattern: Int64(part?.utf8.count ?? -1))
      for _ in 0..<8 {
        bytes.append(UInt8(rest & 255))
        rest >>= 8
      }
      bytes += part?.utf8 ?? "".utf8
    }
    return SHA256.digest(of: bytes, bytes: 16)
  }

  /// The small one's chroma is made of the large one's, which lies where that one's turn and chroma put it.
  @Test func whatALargerOutputsChromaIsCounts() throws {
    let recipes = try ["", ", orientation: keep", ", chroma: 4:4:4", ", chroma: 4:2:2"].map { own in
      let plan = try PlannedJob(
        "sources: [{path: a.jpg}]\noutputs:\n  - {path: a.jpg, resize: {width: 601}\(own)}\n"
          + "  - {path: b.jpg, resize: {width: 90}}"
      ).image(SourceInfo(1202, 800, tag: .topRight))
      #expect(plan.outputs.map(\.base) == [nil, 0])
      return try #require(Recipe.digest(ofOutput: 1, in: plan, versions: RecipeVersions("1")))
    }
    #expect(Set(recipes).count == recipes.count)
  }

  @Test func anImageHasTheRecipesAndPlacesOfAllItsOutputs() throws {
    var plan = try PlannedJob(
      "sources: [{path: a.jpg}]\noutputs: [{path: b.jpg}, {path: c.jpg, crop: '99,99,1,1'}]"
    ).image(SourceInfo(30, 20))
    let recipe = try #require(Recipe.digest(ofOutput: 0, in: plan, versions: RecipeVersions("1")))
    #expect(
      Recipe.digest(of: plan, versions: RecipeVersions("1"))
        == Self.digest(["b.jpg", recipe, nil, "c.jpg", nil, "crop_empty"]))
    plan.error = Finding(.corrupt, "any words")
    plan.outputs[1].path = nil
    #expect(
      Recipe.digest(of: plan, versions: RecipeVersions("1"))
        == Self.digest(["b.jpg", nil, "corrupt", nil, nil, "corrupt"]))
    plan.outputs = []
    #expect(Recipe.digest(of: plan, versions: RecipeVersions("1")) == "e3b0c44298fc1c149afbf4c8996fb924")
  }
}
