import JobFile

/// A file in an output's place that the job did not make.
struct StandingFile {
  /// The output's place in the job's `outputs`.
  let output: Int
  /// The output's path.
  let path: String
}

extension LoadedJob {
  /// The most files that are named.
  private static let mostTold = 5

  /// Says that the job can't be run with `existing: error` while `files` stand in the places of outputs.
  func refuse(standing files: [StandingFile]) -> ExitStatus {
    tell(
      files.prefix(Self.mostTold).map { standing in
        Diagnostic(
          file: file, at: spec.entry(ofOutput: standing.output).location,
          "'\(standing.path)' is there already, and this job did not make it: remove it, or set 'existing' to "
            + "replace or keep")
      })
    return .usage
  }
}
