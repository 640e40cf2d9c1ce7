import Foundation
import TestSupport

extension JobFileTarget {
  /// The job files of the package and of its documentation, and some of YAML's corners.
  package static func seeds() throws -> [[UInt8]] {
    let folders = ["jobs", "examples", "docs/images"]
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: "\(PackageRoot.path)/\(folder)").sorted()
        .filter { $0.hasSuffix(".yaml") }.map { "\(PackageRoot.path)/\(folder)/\($0)" }
    }
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return (texts + (try documented()) + corners).map { Array($0.utf8) }
  }

  private static func documented() throws -> [String] {
    let text = try String(contentsOfFile: "\(PackageRoot.path)/docs/job-file.md", encoding: .utf8)
    return text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// YAML that a job file doesn't need, and that a parser meets all the same.
  private static let corners = [
    "", "\u{FEFF}version: 1\r\n", "a: &x [*x]\n", "<<: {a: 1}\n? b\n: - c\n", "--- |\n  text\n...\n---\n",
    "%YAML 1.1\n--- !!map {\"\\x41\\u00e9\": 'it''s'}\n", "- >-\n  folded\n\n  text\n#end",
    String(repeating: "[", count: 100), String(repeating: "a: {", count: 40), "\tversion: 1",
    "outputs:\n- path: '{dir}/{stem}-{width}x{height}.jpg'\n  crop: {box: [1, 2, 3, 4], format: voc1}\n",
    "crop: pct:10,20,30.5,40\nresize: ^!512,512\nbackground: '#a0b'\n",
    "crop: {aspect: 16:9, focus: {x: 30%, y: 40}}\nlimits: {max_pixels: 1.5MP, max_file: 2 KiB}\n",
  ]
}
