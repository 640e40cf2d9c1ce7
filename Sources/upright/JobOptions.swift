import ArgumentParser
import Glibc
import Session
import System

/// The job files of a command.
struct JobOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Job files.", valueName: "job"), completion: .file(extensions: ["yaml", "yml"]))
  var jobs: [String] = []

  @OptionGroup var base: FolderOptions

  /// Throws if no job file is named.
  func validateJobs() throws {
    if jobs.isEmpty { throw ValidationError("Missing expected argument '<job> ...'") }
  }
}

/// The folder from which relative paths in job files start, and the folder for the state of jobs.
struct FolderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of relative paths in the job files. Default: each file's own folder.", valueName: "folder"
    ),
    completion: .directory)
  var root: String?

  @Option(
    help: ArgumentHelp(
      "The folder for the state of jobs. Default: 'state' of the job file, or .upright in the output root.",
      valueName: "folder"),
    completion: .directory)
  var state: String?

  func validate() throws {
    if state?.isEmpty == true { throw ValidationError("--state: name a folder") }
    guard let root, FileStatus(at: root)?.isFolder != true else { return }
    throw ValidationError("--root: there is no folder '\(root)'")
  }
}

/// The number of threads.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Images in work at once: 1 to 1024, or auto for the number of processors.", valueName: "n"))
  var jobs = Width()

  /// A number of threads, or the number of processors available to this process.
  struct Width: CustomStringConvertible {
    /// Nil for the number of processors.
    var count: Int?

    var description: String { count.map(String.init) ?? "auto" }
  }

  /// The pool that the option asks for.
  var pool: ThreadPool { ThreadPool(width: jobs.count ?? Processors.available()) }
}

extension JobsOption.Width: ExpressibleByArgument {
  init?(argument: String) {
    guard argument == "auto" || Int(argument).map({ (1...1024).contains($0) }) == true else { return nil }
    self.init(count: Int(argument))
  }
}
