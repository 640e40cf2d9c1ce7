import ArgumentParser
import Session

/// Options of `run` for measurements.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write time and memory of each stage of each image, one object a line.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var stats: String?

  @Option(
    help: ArgumentHelp(
      "Write a timeline of the run as Chrome trace events, for Perfetto.", valueName: "file"),
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

  /// Throws if a file named by these options would replace a job file, a job lock or a manifest.
  func check(_ jobs: [Job]) throws(SessionError) {
    for (option, file) in named {
      let path = FileToWrite.absolute(file)
      for job in jobs {
        if path == FileToWrite.absolute(job.file) { throw job.refusal("\(option) would replace this file") }
        if path == job.folders.lock {
          throw job.refusal("\(option) would replace the lock, '\(job.lockName)'")
        }
        if path == job.folders.manifest {
          throw job.refusal("\(option) would replace the manifest, '\(job.manifestName)'")
        }
      }
    }
  }

  /// Begins the files that the options name. Nil if no option names a file.
  func begin(_ session: JobSession) throws(SessionError) -> Measuring? {
    stats == nil && trace == nil ? nil : try Measuring(stats: stats, trace: trace, session)
  }
}
