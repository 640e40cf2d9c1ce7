import TestSupport
import Testing

/// Boxes are written where the outputs show them.
struct RebasedBoxesTests {
  private static let crops = [
    "", ", crop: {x: 20, y: 10, width: 120, height: 90}", ", crop: {x: 60, y: 30, width: 80, height: 70}",
    ", crop: {x: -20, y: -15, width: 150, height: 120, out_of_bounds: pad}",
    ", crop: {aspect: \"1:1\", gravity: west}", ", crop: {x: 9, y: 17, width: 77, height: 61, space: stored}",
    ", crop: {x: \"75%\", y: \"70%\", width: \"20%\", height: \"20%\"}",
  ]
  private static let resizes = [
    "", ", resize: {width: 50}", ", resize: {width: 300, enlarge: true}",
    ", resize: {width: 64, height: 64, fit: cover}", ", resize: {width: 90, height: 90, fit: contain}",
    ", resize: {width: 70, height: 110, fit: fill, enlarge: true}",
    ", resize: {width: 80, height: 60, fit: outside}",
  ]

  private static func job(_ orientation: String, _ space: String) -> String {
    let outputs = crops.enumerated().flatMap { crop in
      resizes.enumerated().map { resize in
        "  - {path: \"{stem}-\(crop.offset)\(resize.offset).jpg\"\(crop.element)\(resize.element)}"
      }
    }
    return """
      sources:
        {annotations: boxes.json, format: coco, images: photos, space: \(space), crop: {x: 0, y: 0, width: 5000, height: 5000}}
      orientation: \(orientation)
      background: "#101010"
      quality: 95
      output_root: out
      outputs:
      \(outputs.joined(separator: "\n"))
      exports:
        - {format: coco, path: all.json}
        - {format: hf-imagefolder, path: metadata.jsonl}
        - {format: yolo, path: classes.txt}
        - format: voc
      """
  }

  @Test(
    "A bright box is found where all formats say, after all orientations, crops and fits",
    arguments: [
      ("bake", "display"), ("bake", "stored"), ("keep", "display"), ("keep", "stored"), ("ignore", "stored"),
    ])
  func markers(_ orientation: String, _ space: String) throws {
    let studio = try Studio()
    for photo in MarkedPhoto.all { try studio.folder.write(try photo.jpeg(), to: "photos/\(photo.name)") }
    try studio.folder.write(MarkedPhoto.coco(isStored: space == "stored"), to: "boxes.json")
    try studio.job(Self.job(orientation, space))
    try #require(studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let coco = try ReadBoxes.coco(studio.folder.read("out/all.json"))
    let metadata = try ReadBoxes.metadata(studio.folder.read("out/metadata.jsonl"))
    #expect(coco.count == 8 * Self.crops.count * Self.resizes.count)
    #expect(coco.keys == metadata.keys)
    var found = 0
    for (path, boxes) in coco {
      let tag = orientation == "keep" ? path.utf8.dropFirst().first.map { $0 - UInt8(ascii: "0") } : 1
      let shown = try TestJPEG.decode(studio.folder.read("out/" + path)).picture.shown(try #require(tag))
      let stem = "out/" + path.dropLast(4)
      let yolo = ReadBoxes.yolo(
        try studio.folder.read(stem + ".txt"), width: shown.width, height: shown.height)
      let voc = ReadBoxes.voc(try studio.folder.read(stem + ".xml"))
      let all = [boxes, metadata[path] ?? [], yolo, voc]
      guard let bright = shown.brightBox else {
        #expect(all.allSatisfy { $0.allSatisfy { $0[2] - $0[0] < 1 || $0[3] - $0[1] < 1 } }, "\(path)")
        continue
      }
      let edges = [bright.left, bright.top, bright.right, bright.bottom].map(Double.init)
      for boxes in all {
        #expect(boxes.count == 1, "\(path)")
        for box in boxes {
          #expect(zip(box, edges).allSatisfy { abs($0 - $1) <= 1 }, "\(path) \(box) \(edges)")
        }
      }
      found += 1
    }
    #expect(found > coco.count / 2)
  }
}
