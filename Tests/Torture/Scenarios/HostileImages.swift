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
    let bombs = try HostileBombs.large()
    for bomb in settings.isQuick ? bombs.filter({ $0.name.hasPrefix("sound") }) : bombs {
      try measure(bomb, settings, &report)
    }
    return report
  }

  private static func attempt(
    _ files: [HostileFile], _ settings: Settings, _ report: inout ScenarioReport
  ) throws {
    if files.isEmpty { return }
    let run = try HostileRun(files, settings.program)
    let (ended, _) = try run.run(limit: 600, width: settings.width)
    report.count("files", files.count)
    let words = "seed \(settings.seed), \(files[0].name) to \(files[files.count - 1].name)"
    report.expect(none: try run.wrong(files.map(\.name), ended), words)
    // A run that takes no longer than one image may has no image that took longer.
    if ended.seconds <= HostileRun.seconds + 2 { return }
    for file in files {
      let single = try HostileRun([file], settings.program)
      let took = try single.run(limit: 60, width: 1).ended.seconds
      if took > HostileRun.seconds + 2 {
        report.expect(none: ["takes \(took) s where \(HostileRun.seconds) are allowed"], file.name)
      }
    }
  }

  /// One file alone, with its memory and its time.
  private static func measure(
    _ file: HostileFile, _ settings: Settings, _ report: inout ScenarioReport
  ) throws {
    let run = try HostileRun([file], settings.program)
    let predicted = try run.predictedPeak()
    let (ended, peak) = try run.run(limit: 60, width: 1)
    var wrong = try run.wrong([file.name], ended)
    if ended.seconds > HostileRun.seconds + 2 {
      wrong.append("takes \(ended.seconds) s where \(HostileRun.seconds) are allowed")
    }
    if let predicted {
      let most = predicted + predicted / 10 + (16 << 20)
      report.raise("per cent of the allowed memory at most", to: 100 * peak / most)
      if peak > most { wrong.append("takes \(peak) bytes, and \(predicted) are predicted") }
    } else {
      wrong.append("plan --json says nothing of its memory")
    }
    report.count("bombs measured")
    report.expect(none: wrong, file.name)
  }
}
