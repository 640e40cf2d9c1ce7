import ArgumentParser

/// Options of `run` that say where the time goes.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write what each stage of each image took, an object a line.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var stats: String?

  @Option(
    help: ArgumentHelp(
      "Write what was done when as Chrome trace events, which Perfetto shows.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var trace: String?

  private var named: [(option: String, file: String)] {
    [("--stats", stats), ("--trace", trace)].compactMap { option, file in file.map { (option, $0) } }
  }

  func validate() throws {
    for (option, file) in named {
      try FileToWrite.check(file, option)
      try FileToWrite.checkPlace(file, option)
    }
    if let stats, let trace, FileToWrite.absolute(stats) == FileToWrite.absolute(trace) {
      throw ValidationError("--stats and --trace need files of their own")
    }
  }

  /// Refuses files in whose places a job has its own. Throws `usage`, having said why.
  func check(_ jobs: [LoadedJob]) throws(ExitStatus) {
    for (option, file) in named {
      let path = FileToWrite.absolute(file)
      for job in jobs {
        if path == FileToWrite.absolute(job.file) { throw job.refuse("\(option) would replace this file") }
        if path == job.folders.lock {
          throw job.refuse("\(option) would replace the lock, '\(job.lockName)'")
        }
        if path == job.folders.manifest {
          throw job.refuse("\(option) would replace the manifest, '\(job.manifestName)'")
        }
      }
    }
  }

  /// Begins the files; nil where none is asked for. Throws `unwritten`, having said why, where that can't be done.
  func begin() throws(ExitStatus) -> Measuring? {
    stats == nil && trace == nil ? nil : try Measuring(stats: stats, trace: trace)
  }
}
