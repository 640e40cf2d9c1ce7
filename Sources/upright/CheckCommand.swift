import ArgumentParser
import Imaging
import Reporting
import Session

/// `upright check`: checks job files, and opens no image.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check job files for mistakes; no image is opened.",
    usage: "upright check [<options>] <job> ...",
    discussion: """
      Prints nothing if all is well. Otherwise prints each error with its file, line and column, and each task that a \
      missing library prevents.

        upright check jobs/*.yaml
      """)

  @OptionGroup var options: JobOptions

  @Flag(help: "First let the comment by which editors find the schema lead to the nearest job-v1.json.")
  var fixSchemaLine = false

  @OptionGroup var messages: MessageOptions

  func validate() throws { try options.validateJobs() }

  func run() throws {
    for absence in OptionalLibrary.allCases.compactMap(\.absence) {
      Log.tell(LogEntry(.warning, absence.message))
    }
    let session = JobSession()
    if fixSchemaLine {
      for file in options.jobs {
        if let change = try session.fixSchemaLine(of: file) {
          Log.tell(LogEntry(.info, file: file, change.words))
        }
      }
    }
    _ = try session.load(options)
  }
}
