import ArgumentParser
import Imaging
import Reporting
import Session

/// `upright check`: the job file alone.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say whether job files are right; no image is opened.",
    discussion: """
      Prints nothing when all is well. Else each error with its file, line and column, and what can't be done for want
      of a library.

        upright check jobs/*.yaml
      """)

  @OptionGroup var options: JobOptions

  func validate() throws { try options.validateJobs() }

  func run() throws {
    for absence in OptionalLibrary.allCases.compactMap(\.absence) {
      Log.tell(LogEntry(.warning, absence.message))
    }
    _ = try JobSession().load(options)
  }
}
