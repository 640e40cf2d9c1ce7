import ArgumentParser

/// `upright check`: the job file alone.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say whether job files are right; no image is opened.",
    discussion: """
      Prints nothing when all is well. Else each error with its file, line and column.

        upright check jobs/*.yaml
      """)

  @OptionGroup var options: JobOptions

  func validate() throws { try options.validateJobs() }

  func run() throws {
    _ = try LoadedJob.load(options)
  }
}
