import Foundation
import TestSupport

/// Thousands of files that are not what they seem: each is one row, and none takes the run down.
package enum HostileImages {
  package static func run(_ settings: Settings) throws -> ScenarioReport {
    var report = ScenarioReport("hostile-images")
    if !settings.program.can(.isolation) { report.skip("workers: the binary doesn't know the key isolation") }
    var files: [HostileFile] = []
    let batch = settings.choose(300, 1000)
    try HostileFiles(seed: settings.seed, step: settings.choose(40, 1)).forEach { file in
      files.append(file)
      if files.count == batch {
        try attempt(files, settings, &report)
        files = []
      }
    }
    try attempt(files, settings, &report)
    let bombs = try HostileBombs.large() + SeedFormats.bombs()
    for bomb in bombs where !settings.isQuick || bomb.name.hasPrefix("sound") {
      try attempt([bomb], settings, &report)
    }
    if let corpus = PackageRoot.corpus {
      try real(corpus, settings, &report)
    } else {
      report.skip("real pictures: UPRIGHT_CORPUS names no folder")
    }
    return report
  }

  /// All files of a folder, pictures or not, each alone; in a quick try some of them.
  private static func real(
    _ folder: String, _ settings: Settings, _ report: inout ScenarioReport
  ) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    for (index, path) in paths.enumerated() where index % settings.choose(40, 1) == 0 {
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)")) else { continue }
      try attempt([HostileFile(name: "real-\(index)", bytes: [UInt8](bytes))], settings, &report)
      report.count("real files")
    }
  }

  /// One run over all of `files`.
  private static func attempt(
    _ files: [HostileFile], _ settings: Settings, _ report: inout ScenarioReport
  ) throws {
    guard let first = files.first, let last = files.last else { return }
    let run = try HostileRun(files, settings.program)
    let predicted = try run.predictedPeak()
    let (ended, peak) = try run.run(limit: 600, width: settings.width)
    report.count("files", files.count)
    var wrong = try run.wrong(files.map(\.name), ended)
    if let predicted {
      let most = predicted + predicted / 10 + (16 << 20)
      report.raise("per cent of the allowed memory at most", to: 100 * peak / most)
      if peak > most { wrong.append("takes \(peak) bytes, and \(predicted) are predicted") }
    } else {
      wrong.append("plan --json says nothing of its memory")
    }
    report.expect(none: wrong, "seed \(settings.seed), \(first.name) to \(last.name)")
    // A quick try is made beside other work, where seconds say nothing. A run that takes no longer than one image may has
    // no image that took longer.
    if settings.isQuick || ended.seconds <= HostileRun.seconds + 2 { return }
    for file in files {
      let took = try HostileRun([file], settings.program).run(limit: 60, width: 1).ended.seconds
      if took > HostileRun.seconds + 2 {
        report.expect(none: ["takes \(took) s where \(HostileRun.seconds) are allowed"], file.name)
      }
    }
  }
}
