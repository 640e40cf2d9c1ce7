import Foundation
import Planning
import TestSupport
import Testing

/// What came of the jobs of ``RecipeJobs``: hashes of sources and outputs, with what they depend on.
struct RecipeBytes: Hashable {
  /// The file that has them, in the package's folder.
  static let file = "Tests/RecipeBytes.txt"

  var number: Int
  var libraries: [String: String] = [:]
  /// By job and name, the first 16 digits of SHA-256.
  var sources: [String: String] = [:]
  var outputs: [String: String] = [:]

  init(number: Int) { self.number = number }

  /// Runs all jobs.
  static func made() throws -> RecipeBytes {
    var bytes = RecipeBytes(number: Recipe.number)
    for job in RecipeJobs.all {
      let studio = try Studio()
      try studio.folder.write(job.text, to: "\(job.name).yaml")
      for source in try job.sources() {
        try studio.folder.write(source.bytes, to: "\(job.name)/\(source.name)")
      }
      let run = try studio.upright("run", "--quiet", "\(job.name).yaml")
      try #require(run.ending == .exit(0), "\(run.stderr)")
      for line in try studio.text("\(job.name).manifest.jsonl").split(separator: "\n") {
        let row = try JSONDecoder().decode(RecordedRow.self, from: Data(line.utf8))
        // Only a job that draws names all libraries.
        bytes.libraries.merge(row.libraries) { $1 }
        bytes.sources[row.source] = String(row.source_sha256.prefix(16))
        bytes.outputs["\(job.name)/\(row.output)"] = String(row.output_sha256.prefix(16))
      }
    }
    return bytes
  }

  private struct RecordedRow: Decodable {
    var source: String
    var source_sha256: String
    var output: String
    var output_sha256: String
    var libraries: [String: String]
  }
}

extension RecipeBytes {
  /// Those that the file's text records; nil where it isn't such a file.
  init?(text: String) {
    self.init(number: -1)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("recipe_number", 2): number = Int(words[1]) ?? -1
      case ("library", 3): libraries[words[1]] = words[2]
      case ("source", 3): sources[words[1]] = words[2]
      case ("output", 3): outputs[words[1]] = words[2]
      default: return nil
      }
    }
    if number < 0 { return nil }
  }

  /// The file's text.
  var text: String {
    let groups = [("library", libraries), ("source", sources), ("output", outputs)]
    let lines = groups.flatMap { kind, values in
      values.sorted { $0.key < $1.key }.map { "\(kind) \($0.key) \($0.value)\n" }
    }
    return "recipe_number \(number)\n" + lines.joined()
  }
}

extension RecipeBytes {
  /// How what was made differs from what was recorded.
  enum Verdict: Hashable {
    case same
    /// Number, sources or outputs are others, so that they must be recorded anew.
    case outdated
    /// These outputs are others, and the number isn't higher.
    case unnumbered([String])
    /// The number is lower than the recorded one.
    case lowered
  }

  /// Compares what was made with what was recorded.
  func verdict(recorded: RecipeBytes) -> Verdict {
    if number < recorded.number { return .lowered }
    let changed = outputs.keys.filter { recorded.outputs[$0] != nil && recorded.outputs[$0] != outputs[$0] }
    if number == recorded.number && sources == recorded.sources && !changed.isEmpty {
      return .unnumbered(changed.sorted())
    }
    return (number, sources, outputs) == (recorded.number, recorded.sources, recorded.outputs)
      ? .same : .outdated
  }

  /// What to do where they differ; nil where there is nothing to do.
  func advice(recorded: RecipeBytes) -> String? {
    let record = """
      build, and record the bytes:
           swift build --build-tests
           UPRIGHT_RECORD_BYTES=1 swift test --skip-build --disable-xctest --filter RecipeNumberTests
      """
    switch verdict(recorded: recorded) {
    case .same: return nil
    case .outdated:
      return """
        \(Self.file) is out of date: the recipe number, the sources or the set of outputs changed.
        1. To mend that, \(record)
        2. Commit \(Self.file).
        """
    case .lowered:
      return """
        The recipe number fell from \(recorded.number) to \(number). It only rises: set Recipe.number in \
        Sources/Planning/Recipe.swift to \(recorded.number + 1) if bytes changed, else to \(recorded.number).
        """
    case .unnumbered(let changed):
      let others = libraries.filter { recorded.libraries[$0.key] != $0.value }.keys.sorted()
      let cause =
        others.isEmpty
        ? ""
        : "\nThese libraries changed since: \(others.joined(separator: ", ")). If they alone changed the bytes, leave the "
          + "number as it is, and remove their lines and those of the outputs from \(Self.file) before step 2."
      return """
        Bytes of \(changed.count) outputs changed, and the recipe number is \(number) as before:
          \(changed.prefix(12).joined(separator: "\n  "))\(changed.count > 12 ? "\n  ..." : "")
        If you didn't mean to change them, your change has a fault. If you did:
        1. Set Recipe.number in Sources/Planning/Recipe.swift to \(number + 1). (After a merge in which both sides \
        raised it, it must be above both.)
        2. Then \(record)
        3. Commit \(Self.file), and say in CHANGELOG.md which outputs have other bytes, and why.\(cause)
        """
    }
  }
}
