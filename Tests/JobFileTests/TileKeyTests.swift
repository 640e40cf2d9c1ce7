import ImageModel
import Testing

@testable import JobFile

@Suite struct TileKeyTests {
  private func spec(_ text: String) throws -> JobSpec {
    try JobFileReader.read(text: Array("version: 1\n\(text)\n".utf8), file: "job.yaml").get()
  }

  @Test func tilesStandAtThreeLevels() throws {
    let job = try spec(
      """
      tiles: {width: 512, height: 256}
      sources:
      - path: a.jpg
        tiles: {width: 300, height: 200, overlap: 12.5%, edge: pad}
      - {annotations: b.json, format: coco, space: display}
      outputs:
      - {path: "{row}-{col}.jpg", tiles: {width: 10, height: 20, overlap: 3, edge: keep}}
      - {path: "{x}-{y}.jpg"}
      """)
    #expect(job.shaping.tiles == Tiles(PixelSize(width: 512, height: 256)))
    let tiles = job.sources.map { source in job.outputs.map { source.tiles(of: $0, job.shaping) } }
    let own = Tiles(PixelSize(width: 10, height: 20), overlap: .pixels(3), edge: .keep)
    let source = Tiles(PixelSize(width: 300, height: 200), overlap: .percent(12.5), edge: .pad)
    #expect(tiles == [[own, source], [own, job.shaping.tiles]])
    #expect(!job.sources[1].isCutForBoxes(job.outputs, job.shaping))
  }

  @Test(arguments: [("keep", Tiles.Empty.keep), ("drop", .drop), ("\"7.5%\"", .share(7.5))])
  func empty(_ text: String, _ empty: Tiles.Empty) throws {
    let job = try spec(
      """
      sources: {annotations: b.json, format: coco, space: display}
      outputs: [{path: "{row}.jpg", tiles: {width: 9, height: 9, min_visible: 30%, empty: \(text)}}]
      """)
    #expect(job.outputs[0].shaping.tiles?.empty == empty)
    #expect(job.outputs[0].shaping.tiles?.minVisible == 30)
  }

  @Test(
    arguments: [
      .job("tiles: 512", "4:8: 'tiles' must be a mapping with 'width' and 'height', not '512'"),
      .job("tiles: {width: 5}", "4:8: 'tiles' needs 'height'"),
      .job("tiles: {width: 5, height: 0}", "4:27: 'height' must be a whole number from 1 to 65500, not '0'"),
      .job("tiles: {width: 5, height: 5, size: 5}", "4:30: unknown key 'size'"),
      .job(
        "tiles: {width: 50, height: 5, overlap: 5}",
        "4:40: 'overlap' must be smaller than 'width' and 'height' of the tiles"),
      .job(
        "tiles: {width: 50, height: 5, overlap: 100%}",
        "4:40: 'overlap' must be smaller than 'width' and 'height' of the tiles"),
      .job(
        "tiles: {width: 50, height: 5, overlap: -1}",
        "4:40: 'overlap' must be a number of pixels, or per cent as in \"12.5%\", not '-1'"),
      .job(
        "tiles: {width: 50, height: 5, edge: crop}",
        "4:37: 'edge' must be 'shift', 'pad', 'drop' or 'keep', not 'crop'"),
      .job(
        "tiles: {width: 50, height: 5, empty: 10}",
        "4:38: 'empty' must be 'keep', 'drop' or per cent as in \"10%\", not '10'"),
      .job(
        "tiles: {width: 50, height: 5, min_visible: 101%}",
        "4:44: 'min_visible' must be per cent of a box's area, as in \"25%\", not '101%'"),
      .job(
        "tiles: {width: 50, height: 5, empty: drop}",
        "2:11: 'empty' of 'tiles' needs boxes: give this entry 'annotations', or 'list' with 'space', or write "
          + "'empty: keep'"),
      .job("overlap: 5", "4:1: 'overlap' doesn't belong here: it goes in 'tiles'"),
      .output(
        "path: '{stem}-{col}.jpg'",
        "4:11: '{col}' is for tiles: add 'tiles' to this output, to the top level or to all of 'sources'"),
      .output(
        "path: '{stem}-{row}.webp'\nframes: all\ntiles: {width: 5, height: 5}",
        "4:11: 'frames: all' can't stand with 'tiles'"),
      .file(
        "version: 1\nsources:\n- a.jpg\n- {path: b.jpg, tiles: {width: 5, height: 5}}\noutputs: [{path: '{y}.jpg'}]",
        "5:18: '{y}' is for tiles: add 'tiles' to this output, to the top level or to all of 'sources'"),
      .file(
        "version: 1\nsources: [a.jpg]\noutputs: [{path: '{row}.jpg', tiles: {width: 5}}]",
        "3:38: 'tiles' needs 'height'"),
      .file(
        "version: 1\nsources: {annotations: a.json, format: coco, space: display, square: true}\n"
          + "outputs: [{path: '{row}.jpg', tiles: {width: 5, height: 5}}]",
        "2:24: 'expand', 'square', 'round', 'out_of_bounds' shape what is cut for a box: they can't stand beside 'tiles'"
      ),
      .file(
        "version: 1\nsources: {annotations: a.json, format: coco, space: display}\n"
          + "outputs: [{path: '{row}{category}.jpg', tiles: {width: 5, height: 5}}]",
        "3:18: '{category}' is for boxes: all of 'sources' must have 'annotations', or 'list' with 'space', and "
          + "neither 'crop' nor 'tiles'"),
    ] as [WrongJob])
  func messages(_ job: WrongJob) { job.check() }
}
