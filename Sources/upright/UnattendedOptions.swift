import ArgumentParser
import JobFile
import Reporting
import Session

/// Options of `run` for runs that nobody watches.
struct UnattendedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Wait up to this time for another run of the job, 0 to 31536000. Default: exit with 75 at once.",
      valueName: "seconds"))
  var wait = Seconds(value: 0)

  @Option(
    help: ArgumentHelp(
      "End in order after this time, at most 31536000, with exit status 75; the next run continues.",
      valueName: "seconds"))
  var timeLimit: Seconds?

  @Option(
    help: ArgumentHelp(
      "Write figures for the textfile collector of Prometheus' node exporter. The name must end in .prom.",
      valueName: "file"),
    completion: .file(extensions: ["prom"]))
  var metricsFile: String?

  @Option(
    help: ArgumentHelp(
      "The form of progress: auto for a line on a terminal, or json for one object a line.",
      valueName: "form"))
  var progress = ProgressForm.auto

  func validate() throws {
    if let timeLimit, timeLimit.value == 0 { throw ValidationError("--time-limit: 0 seconds leave no time") }
    if let metricsFile { try Self.check(metricsFile) }
  }

  /// Throws if Prometheus' textfile collector would not read a file with this name, or if the run could not
  /// write the file at its end.
  private static func check(_ metricsFile: String) throws {
    if !metricsFile.hasSuffix(".prom") {
      throw ValidationError(
        "--metrics-file: '\(metricsFile)' would not be read: its name must end in '.prom'")
    }
    try FileToWrite.check(metricsFile, "--metrics-file")
    try FileToWrite.checkPlace(metricsFile, "--metrics-file")
  }

  /// Throws if two jobs have the same name, because a metrics file tells jobs apart by their names.
  func checkNames(_ jobs: [Job]) throws(SessionError) {
    if metricsFile == nil { return }
    var first: [String: String] = [:]
    for job in jobs {
      guard let other = first.updateValue(job.file, forKey: job.spec.name) else { continue }
      throw job.refusal(
        "this job has the name of \(other), '\(job.spec.name)': with --metrics-file, change 'name'")
    }
  }

  /// A time in seconds as a plain decimal; 0 is allowed.
  struct Seconds: ExpressibleByArgument, CustomStringConvertible {
    let value: Double

    init(value: Double) { self.value = value }

    init?(argument: String) {
      guard let value = PlainNumber.decimal(argument, in: 0...31_536_000) else { return nil }
      self.value = value
    }

    var description: String { value == value.rounded() ? String(Int(value)) : String(value) }
  }
}
