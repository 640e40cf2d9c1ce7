import ArgumentParser
import Glibc
import Session
import System

/// The job files of a command.
struct JobOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Job files.", valueName: "job"), completion: .file(extensions: ["yaml", "yml"]))
  var jobs: [String] = []

  @OptionGroup var base: RootOption

  /// Throws if no job file is named.
  func validateJobs() throws {
    if jobs.isEmpty { throw ValidationError("Missing expected argument '<job> ...'") }
  }
}

/// The folder from which relative paths in job files start.
struct RootOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of relative paths in the job files. Default: each file's own folder.", valueName: "folder"
    ),
    completion: .directory)
  var root: String?

  func validate() throws {
    guard let root, FileStatus(at: root)?.isFolder != true else { return }
    throw ValidationError("--root: there is no folder '\(root)'")
  }
}

/// The number of threads.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Images in work at once: 1 to 1024, or auto for the number of processors.", valueName: "n"))
  var jobs = Width.auto

  /// A number of threads, or the number of processors available to this process.
  enum Width: ExpressibleByArgument, CustomStringConvertible {
    case auto
    case threads(Int)

    init?(argument: String) {
      if argument == "auto" {
        self = .auto
      } else if let count = Int(argument), (1...1024).contains(count) {
        self = .threads(count)
      } else {
        return nil
      }
    }

    var description: String {
      switch self {
      case .auto: "auto"
      case .threads(let count): String(count)
      }
    }
  }

  /// The pool that the option asks for.
  var pool: ThreadPool {
    switch jobs {
    case .auto: ThreadPool(width: Processors.available())
    case .threads(let count): ThreadPool(width: count)
    }
  }
}
