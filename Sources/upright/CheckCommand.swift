import ArgumentParser
import Imaging
import Reporting
import Session

/// `upright check`: checks job files, and opens no image.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check job files for mistakes; no image is opened.",
    discussion: """
      Prints nothing if all is well. Otherwise prints each error with its file, line and column, and each task that a \
      missing library prevents.

        upright check jobs/*.yaml
      """)

  @OptionGroup var options: JobOptions
  @OptionGroup var messages: MessageOptions

  func validate() throws { try options.validateJobs() }

  func run() throws {
    for absence in OptionalLibrary.allCases.compactMap(\.absence) {
      Log.tell(LogEntry(.warning, absence.message))
    }
    _ = try JobSession().load(options)
  }
}
