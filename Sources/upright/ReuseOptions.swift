import ArgumentParser
import JobFile
import Session
import State

/// Options that choose the images of a run, check its inputs, and force outputs to be made again.
struct ReuseOptions: ParsableArguments {
  @Flag(help: "Make every output again.")
  var force = false

  @Flag(help: "Compare SHA-256 of sources and outputs, instead of size, time and file number.")
  var verify = false

  @Flag(help: "Try outputs again that failed because of their content.")
  var retryFailed = false

  @Flag(help: "Run only if job, sources and versions are as 'upright lock' noted them.")
  var locked = false

  @Flag(help: "Remove outputs that this job made and makes no more.")
  var prune = false

  @Option(
    help: ArgumentHelp(
      "Run only the sources that a glob pattern matches; the manifest stays as it is.", valueName: "pattern"))
  var only: GlobPattern?

  func validate() throws {
    if prune && only != nil { throw ValidationError("--prune looks at the whole job: leave out --only") }
  }

  /// The options in the form that a session takes.
  var options: RunOptions {
    RunOptions(
      Renewal(all: force, failed: retryFailed, verifies: verify), isLocked: locked, prunes: prune,
      only: only)
  }
}

extension GlobPattern: ExpressibleByArgument {
  package init?(argument: String) {
    guard let pattern = try? GlobPattern(parsing: argument) else { return nil }
    self = pattern
  }
}
