import ImageModel
import JobFile
import Planning
import System

@testable import Rendering
@testable import Reporting

/// A small batch: two sources of two outputs each.
struct PlannedBatch {
  let images: [ImagePlan]
  static let header = ManifestHeader(
    jobSHA256: "0a", tool: "upright 9", recipeNumber: 7,
    libraries: LibraryVersions([
      "5.2.1", "2.14", "3.6.0", "1.0.0", "1.0.11", "1.14", "2.1.5+01234567", "1.6.39", "0.20.2", "4.5.0",
      "1.2.4",
      "1.2.13",
    ]) ?? .loaded())

  /// Sources `b/x.jpg` (200x100, tag 6) and `a.jpg` (grey, 40x30, untagged), in this order.
  init(_ keys: String = "") throws {
    let text = """
      version: 1
      \(keys)
      sources: [{path: a.jpg}, {path: b/x.jpg}]
      outputs:
        - path: "{stem}-z.jpg"
          crop: {x: 10, y: 20.25, width: 50, height: 60}
          resize: {width: 40, height: 40, fit: contain}
        - path: "{stem}-c.jpg"

      """
    let spec = try JobFileReader.read(text: Array(text.utf8), file: "job.yaml").get()
    let items = SourceExpansion(
      sources: spec.sources, exclude: [], base: BaseFolder("/base"), file: "", reserved: []
    ).items
    let infos = [
      "b/x.jpg": SourceInfo(
        version: SourceVersion(FileIdentity(bytes: 5000, modified: 1, inode: 1)),
        storedSize: PixelSize(width: 200, height: 100), tag: .rightTop, pixels: PixelFormat(.ycbcr),
        wholeBytes: 0,
        findings: [Finding(.xmpOrientationConflict, "XMP says 1")]),
      "a.jpg": SourceInfo(
        version: SourceVersion(FileIdentity(bytes: 700, modified: 1, inode: 1)),
        storedSize: PixelSize(width: 40, height: 30), tag: nil, pixels: PixelFormat(.grey), wholeBytes: 0,
        findings: []),
    ]
    images = ["b/x.jpg", "a.jpg"].enumerated().compactMap { index, name in
      guard let item = items.first(where: { $0.displayName == name }), let info = infos[name] else {
        return nil
      }
      var plan = Planner(spec).plan(item, index: index + 1, info: .success(info))
      plan.peakBytes = 1_234_567
      return plan
    }
  }

  /// All outputs made, of 1000 and 1001 bytes.
  static func made(_ image: ImagePlan) -> ImageOutcome {
    var outcome = ImageOutcome(sourceSHA256: "5a", outputs: [OutputOutcome(), OutputOutcome()])
    for index in 0...1 {
      outcome.outputs[index].bytes = 1000 + index
      outcome.outputs[index].sha256 = "f\(index)"
    }
    return outcome
  }

  /// Both outputs with one error.
  static func failed(_ code: Finding.Code, _ message: String) -> ImageOutcome {
    let output = OutputOutcome(error: Finding(code, message))
    return ImageOutcome(sourceSHA256: nil, outputs: [output, output])
  }
}
