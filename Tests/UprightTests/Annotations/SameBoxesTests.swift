import ImageModel
import TestSupport
import Testing

/// The same boxes by all ways to write them down.
struct SameBoxesTests {
  private static let outputs = """
    output_root: out
    outputs: [{path: "{category}/{stem}-{box_index}.jpg"}]
    """

  /// What a job with one crop a source makes of the boxes, by path.
  private static func expected() throws -> [String: [UInt8]] {
    let studio = try Studio()
    try AnnotatedPhotos.add(to: studio)
    let sources = AnnotatedPhotos.photos.flatMap { photo in
      photo.boxes.enumerated().map { index, box in
        "  - {path: photos/\(photo.name).jpg, id: \(box.category)-\(photo.name)-\(index + 1), crop: {x: \(box.x), y: \(box.y), width: \(box.width), height: \(box.height)}}\n"
      }
    }
    try studio.job("sources:\n\(sources.joined())output_root: out\noutputs: [{path: \"{id}.jpg\"}]")
    try #require(studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    var files: [String: [UInt8]] = [:]
    for photo in AnnotatedPhotos.photos {
      for (index, box) in photo.boxes.enumerated() {
        let name = "\(photo.name)-\(String(repeating: "0", count: index < 9 ? 5 : 4))\(index + 1).jpg"
        files["out/\(box.category)/\(name)"] = try studio.folder.read(
          "out/\(box.category)-\(photo.name)-\(index + 1).jpg")
      }
    }
    return files
  }

  @Test("200 boxes in every format and both spaces make the bytes that 200 crops make")
  func allFormats() throws {
    let expected = try Self.expected()
    #expect(expected.count == 200)
    for format in AnnotationFormat.allCases {
      // Formats with shapes share the code for spaces with others, so one space is enough for them.
      let spaces: [SpaceName] = format.ownShapes.isEmpty ? [.display, .stored] : [.stored]
      for space in spaces where format.fixedSpace == nil || space == .display {
        let studio = try Studio()
        try AnnotatedPhotos.add(to: studio)
        let isFolder = format.isTextForPicture || [.voc, .labelme, .hfImageFolder].contains(format)
        let path = isFolder ? "labels" : "boxes.txt"
        try AnnotatedPhotos.write(format, space, to: path, in: studio)
        let keys: [AnnotationFormat: String] = [.csv: ", box_format: voc", .yoloPose: ", keypoints: 1"]
        try studio.job(
          "sources: {annotations: \(path), format: \(format.rawValue), images: photos, space: \(space.rawValue)\(keys[format] ?? "")}\n"
            + Self.outputs)
        try #require(
          studio.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)), "\(format) \(space)")
        let made = try studio.contents().filter { $0.key.hasPrefix("out/") && $0.key.hasSuffix(".jpg") }
        #expect(made == expected, "\(format) \(space)")
      }
    }
  }
}
