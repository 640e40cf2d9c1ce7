import Foundation
import Testing

/// The numbers of the manifest lead from places in outputs back to places in the picture.
struct UndoneBoxesTests {
  private struct Place: Decodable {
    var output: String
    var crop: [Double]
    var output_size: [Int]
    var content: [Double]
    var content_scale: [Double]
  }

  /// 176x112 as shown: its longer side becomes 160, with columns or rows added to multiples of 32.
  @Test("A letterboxed box comes back from the manifest's numbers")
  func letterbox() throws {
    let studio = try Studio()
    for photo in MarkedPhoto.all { try studio.folder.write(try photo.jpeg(), to: "photos/\(photo.name)") }
    try studio.folder.write(MarkedPhoto.coco(isStored: false), to: "boxes.json")
    try studio.job(
      """
      sources: {annotations: boxes.json, format: coco, images: photos, space: display, crop: full}
      background: "#727272"
      output_root: out
      outputs:
        - {path: "box-{stem}.jpg", resize: {width: 160, height: 160, fit: letterbox, stride: 32}}
        - path: "cut-{stem}.png"
          crop: {x: 20, y: 10, width: 120, height: 90}
          resize: {width: 64, height: 640, fit: letterbox, enlarge: true}
      exports: [{format: coco, path: all.json}]
      """)
    try #require(studio.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    let boxes = try ReadBoxes.coco(studio.folder.read("out/all.json"))
    let lines = try studio.text("job.manifest.jsonl").split(separator: "\n")
    let box = MarkedPhoto.box
    let expected = [box.x, box.y, box.x + box.width, box.y + box.height].map(Double.init)
    #expect(lines.count == 16)
    for line in lines {
      let row = try JSONDecoder().decode(Place.self, from: Data(line.utf8))
      #expect(row.output_size == (row.output.hasPrefix("box") ? [160, 128] : [64, 640]))
      let shown = try #require(boxes[row.output]?.first)
      let undone = shown.enumerated().map { edge in
        let axis = edge.offset % 2
        return row.crop[axis] + (edge.element - row.content[axis]) / row.content_scale[axis]
      }
      #expect(zip(undone, expected).allSatisfy { abs($0 - $1) < 1 / 64 }, "\(row.output) \(undone)")
    }
  }
}
