import Foundation
import TestSupport
import Testing

/// The job files that the package ships.
@Suite struct JobFilesTests {
  /// Relative to the package.
  static let files: [String] = ["jobs", "examples", "docs/images"].flatMap { folder in
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(PackageRoot.path)/\(folder)")
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test func theyAreTheseFiles() {
    #expect(
      Self.files == [
        "jobs/boxes.yaml", "jobs/buckets.yaml", "jobs/classes.yaml", "jobs/crops.yaml", "jobs/curate.yaml",
        "jobs/dataset.yaml", "jobs/detector.yaml", "jobs/huggingface.yaml", "jobs/parquet.yaml",
        "jobs/sizes.yaml", "jobs/splits.yaml", "jobs/thumbnails.yaml", "jobs/tiles.yaml",
        "jobs/training.yaml", "jobs/upright.yaml", "jobs/urls.yaml", "jobs/voc.yaml", "jobs/web.yaml",
        "jobs/yolo.yaml",
        "examples/albums.yaml", "examples/nightly.yaml", "examples/optimise.yaml", "docs/images/hdr.yaml",
        "docs/images/journey.yaml", "docs/images/preview.yaml",
      ])
  }

  @Test(.enabled(if: SchemaCheck.missing == nil, Comment(rawValue: SchemaCheck.missing ?? "")))
  func theSchemaTakesThem() throws {
    #expect(try SchemaCheck.faults(in: Self.files) == Self.files.map { $0 + "\n" }.joined())
  }

  @Test func checkTakesThem() throws {
    let folder = try TemporaryDirectory()
    let paths = Self.files.map { "\(PackageRoot.path)/\($0)" }
    #expect(try CommandRun.upright(["check"] + paths, in: folder) == CommandRun(.exit(0)))
  }

  /// Editors find the schema by the first line.
  @Test(arguments: files) func theFirstLineLeadsToTheSchema(_ file: String) throws {
    let text = try String(contentsOfFile: "\(PackageRoot.path)/\(file)", encoding: .utf8)
    let first = try #require(text.split(separator: "\n").first)
    let mark = "# yaml-language-server: $schema="
    #expect(first.hasPrefix(mark))
    let schema = URL(fileURLWithPath: "\(PackageRoot.path)/\(file)").deletingLastPathComponent()
      .appendingPathComponent(String(first.dropFirst(mark.count))).standardizedFileURL.path
    #expect(schema == "\(PackageRoot.path)/schema/job-v1.json")
  }
}
