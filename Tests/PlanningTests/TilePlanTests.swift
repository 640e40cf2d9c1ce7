import Foundation
@testable import ImageModel
import JSON
import JobFile
@testable import Planning
import Reporting
import System
import Testing

@Suite struct TilePlanTests {
  private static let tiles = "tiles: {width: 100, height: 80, overlap: 20}"

  private func plan(_ keys: String, _ info: SourceInfo = SourceInfo(250, 150)) throws -> ImagePlan {
    try PlannedJob(
      "sources: [{path: a.png}]\noutputs:\n  - path: '{stem}-{row}-{col}-{x}-{y}.png'\n    \(keys)"
    ).image(info)
  }

  /// Columns begin at 0, 80 and 150, rows at 0, 60 and 70.
  @Test func aGridOfOutputs() throws {
    let plan = try plan(Self.tiles)
    let places = [(0, 0), (0, 80), (0, 150), (60, 0), (60, 80), (60, 150), (70, 0), (70, 80), (70, 150)]
    #expect(plan.outputs.map(\.crop) == places.map { PixelRect(x: $0.1, y: $0.0, width: 100, height: 80) })
    #expect(plan.outputs.map(\.size) == Array(repeating: PixelSize(width: 100, height: 80), count: 9))
    #expect(
      plan.outputs.map(\.path) == [
        "a-000000-000000-0-0.png", "a-000000-000001-80-0.png", "a-000000-000002-150-0.png",
        "a-000001-000000-0-60.png", "a-000001-000001-80-60.png", "a-000001-000002-150-60.png",
        "a-000002-000000-0-70.png", "a-000002-000001-80-70.png", "a-000002-000002-150-70.png",
      ])
    #expect(plan.decodes.map(\.region) == [PixelRect(x: 0, y: 0, width: 250, height: 150)])
    #expect(plan.isConsistent)
  }

  /// The tile that a viewer sees at the top left lies in another corner of the stored picture for each tag (EXIF 2.32,
  /// 4.6.4 A, tag 274). The stored picture is 250x150.
  @Test(
    arguments: zip(
      1...8 as ClosedRange<UInt8>,
      [
        PixelRect<Stored>(x: 0, y: 0, width: 100, height: 80),
        PixelRect(x: 150, y: 0, width: 100, height: 80),
        PixelRect(x: 150, y: 70, width: 100, height: 80), PixelRect(x: 0, y: 70, width: 100, height: 80),
        PixelRect(x: 0, y: 0, width: 80, height: 100), PixelRect(x: 0, y: 50, width: 80, height: 100),
        PixelRect(x: 170, y: 50, width: 80, height: 100), PixelRect(x: 170, y: 0, width: 80, height: 100),
      ]))
  func tilesLieInWhatAViewerShows(_ tag: UInt8, _ stored: PixelRect<Stored>) throws {
    for mode in ["bake", "keep"] {
      let job = try PlannedJob(
        "sources: [{path: a.jpg}]\noutputs: [{path: '{row}-{col}.jpg', \(Self.tiles), orientation: \(mode)}]")
      let plan = try job.image(SourceInfo(250, 150, tag: ExifOrientation(rawValue: tag)))
      #expect(plan.outputs.first?.crop == PixelRect(x: 0, y: 0, width: 100, height: 80))
      #expect(plan.outputs.first?.storedCrop == stored)
      #expect(plan.outputs.allSatisfy { $0.shownSize == PixelSize(width: 100, height: 80) })
      // 250x150 has 3 columns and 3 rows. 150x250 has 2 columns, and 4 rows: 0, 60, 120 and 170.
      #expect(plan.outputs.count == (tag < 5 ? 9 : 8))
    }
  }

  @Test func tilesDivideTheCrop() throws {
    let plan = try plan("crop: '20,30,130,90'\n    \(Self.tiles)\n    resize: {width: 50}")
    #expect(
      plan.outputs.map(\.crop) == [
        PixelRect(x: 20, y: 30, width: 100, height: 80), PixelRect(x: 50, y: 30, width: 100, height: 80),
        PixelRect(x: 20, y: 40, width: 100, height: 80), PixelRect(x: 50, y: 40, width: 100, height: 80),
      ])
    #expect(plan.outputs.map(\.tile?.x) == [0, 30, 0, 30])
    #expect(plan.outputs.map(\.tile?.y) == [0, 0, 10, 10])
    #expect(plan.outputs.map(\.size) == Array(repeating: PixelSize(width: 50, height: 40), count: 4))
    #expect(plan.outputs.allSatisfy { $0.cropRequested?.box == [20, 30, 130, 90] })
  }

  @Test func aCropInStoredSpaceIsDividedAsItIsShown() throws {
    let plan = try plan(
      "crop: {region: '0,0,150,100', space: stored}\n    \(Self.tiles)",
      SourceInfo(250, 150, tag: .rightTop))
    // Shown, the crop is 100x150 at the right of 150x250.
    #expect(
      plan.outputs.map(\.crop) == [0, 60, 70].map { PixelRect(x: 50, y: $0, width: 100, height: 80) })
  }

  @Test func paddedTilesKeepTheirPlace() throws {
    let plan = try plan("tiles: {width: 100, height: 100, edge: pad}")
    #expect(
      plan.outputs.map(\.storedCrop)
        == [(0, 0), (100, 0), (200, 0), (0, 100), (100, 100), (200, 100)].map {
          PixelRect(x: $0.0, y: $0.1, width: 100, height: 100)
        })
    #expect(plan.decodes.map(\.region) == [PixelRect(x: 0, y: 0, width: 250, height: 150)])
  }

  /// A padded crop begins 150 pixels left of the picture.
  @Test func tilesBesideThePictureAreLeftOut() throws {
    let plan = try plan(
      "crop: {region: '-150,0,300,100', out_of_bounds: pad}\n    tiles: {width: 100, height: 100}")
    #expect(plan.outputs.map(\.crop?.x) == [-50, 50])
    #expect(plan.outputs.map(\.tile?.column) == [1, 2])
    #expect(plan.outputs.map(\.error) == [nil, nil])
  }

  @Test func smallPicturesHaveOneTileOrNone() throws {
    for (edge, size) in [
      ("shift", PixelSize(width: 60, height: 40)), ("keep", PixelSize(width: 60, height: 40)),
    ] {
      let plan = try plan("tiles: {width: 100, height: 80, edge: \(edge)}", SourceInfo(60, 40))
      #expect(plan.outputs.map(\.size) == [size])
    }
    let padded = try plan("tiles: {width: 100, height: 80, edge: pad}", SourceInfo(60, 40))
    #expect(padded.outputs.map(\.size) == [PixelSize(width: 100, height: 80)])
    #expect(try plan("tiles: {width: 100, height: 80, edge: drop}", SourceInfo(60, 40)).outputs.isEmpty)
  }

  @Test func otherOutputsStandBesideTiles() throws {
    let job = try PlannedJob(
      """
      sources: [{path: a.jpg}]
      outputs:
      - {path: "{stem}-small.jpg", resize: {width: 20}}
      - {path: "{stem}-{row}-{col}.jpg", tiles: {width: 150, height: 150}, resize: {width: 15}}
      - {path: "{stem}.png"}
      """)
    let plan = try job.image(SourceInfo(250, 150))
    #expect(
      plan.outputs.map(\.path) == ["a-small.jpg", "a-000000-000000.jpg", "a-000000-000001.jpg", "a.png"])
    #expect(plan.outputs.map(\.entry) == [0, 1, 1, 2])
    #expect(
      plan.outputs.indices.map { job.spec.entry(ofOutput: $0, of: plan).template.text }.last == "{stem}.png")
    #expect(plan.decodes.count == 1)
    #expect(plan.outputs[0].crop == PixelRect(x: 0, y: 0, width: 250, height: 150))
  }

  @Test func moreTilesThanAreMadeAtOnceHaveSeveralDecodes() throws {
    // 20 columns and 15 rows.
    let plan = try plan("tiles: {width: 10, height: 10}", SourceInfo(200, 150))
    #expect(plan.outputs.count == 300)
    #expect(plan.decodes.count == 3)
    for (place, decode) in plan.decodes.enumerated() {
      let served = plan.outputs.filter { $0.decode == place }
      #expect(served.count <= FixedLimits.Work.outputsAtOnce)
      #expect(
        served.allSatisfy {
          decode.region.contains($0.storedCrop ?? PixelRect(x: -1, y: 0, width: 1, height: 1))
        })
    }
    #expect(plan.isConsistent)
  }

  @Test func tooManyTilesAreOneFailedRow() throws {
    let plan = try plan("tiles: {width: 1, height: 1}", SourceInfo(1000, 100))
    #expect(
      plan.outputs.map(\.error) == [
        Finding(.tooManyTiles, "the crop of 1000x100 has 100000 tiles, more than 10000: make 'tiles' larger")
      ])
    #expect(plan.outputs.map(\.path) == ["a-000000-000000-0-0.png"])
  }

  @Test func pathsThatDoNotDifferAreRefused() throws {
    let job = try PlannedJob(output: Self.tiles)
    let refusals = job.refusals(try job.images(SourceInfo(250, 150)))
    #expect(
      refusals.first?.message
        == "'b.jpg' would be written for several tiles of 'a.jpg': add {row} and {col} to 'path', or set "
        + "'on_collision: fail_rows' to fail only these rows")
  }

  @Test func aRefusedSourceIsARowForEachEntry() throws {
    let job = try PlannedJob(
      "sources: [{path: a.jpg}]\noutputs: [{path: '{row}.jpg', \(Self.tiles)}, {path: 'b.jpg'}]")
    let plan = try job.image(SourceInfo(250, 150, bytes: 1 << 40))
    #expect(plan.outputs.map(\.path) == [nil, "b.jpg"])
    #expect(plan.error?.code == .maxFile)
  }

  @Test func aPlanWithTilesIsReadAsItWasWritten() throws {
    let plan = try plan("tiles: {width: 100, height: 80, overlap: 20, min_visible: 12.5%}")
    let text = try JSONText.encode(plan)
    #expect(text.contains(#""tile":{"row":0,"col":1,"x":80,"y":0,"min_visible":12.5}"#))
    #expect(try JSONDecoder().decode(ImagePlan.self, from: Data(text.utf8)) == plan)
    var forged = plan
    forged.outputs[0].tile?.row = -1
    #expect(!forged.isConsistent)
  }

  /// 13 columns and 9 rows of a camera's picture. A tile takes 0.9 MB: 512x512 samples of luma, and two planes of
  /// chroma that are 256 wide, with 544 decoded rows of 2 bytes. Two rows of tiles overlap, and all tiles would take
  /// 100 MB. A picture twice as high has 16 rows, and takes no more.
  @Test func aRowOfTilesIsInMemory() throws {
    let job = try PlannedJob(
      "limits: {max_pixels: 200MP}\nsources: [{path: a.jpg}]\n"
        + "outputs: [{path: '{row}-{col}.jpg', tiles: {width: 512, height: 512, overlap: 64}}]")
    let plan = try job.image(SourceInfo(5760, 3840))
    #expect(plan.outputs.count == 13 * 9)
    #expect((20_000_000...30_000_000).contains(plan.peakBytes), "\(plan.peakBytes)")
    let higher = try job.image(SourceInfo(5760, 7000))
    #expect(higher.peakBytes == plan.peakBytes)
  }
}
