import JobFile
import Planning
import Reporting
import Survey

/// A job file that was read and is valid.
package struct Job: Sendable {
  package let spec: JobSpec
  package let folders: JobFolders
  /// Opens the job's sources.
  package let store: SourceStore
  /// The file's name as the user wrote it.
  package let file: String
  package private(set) var header: ManifestHeader
  /// The file's bytes.
  package let text: [UInt8]
  /// Messages show a path below this folder as relative to it.
  let currentFolder: String

  /// The job whose header names the libraries that draw, if it draws.
  func naming(draws: Bool) -> Job {
    if !draws || header.libraries.draws { return self }
    var job = self
    job.header.libraries = .loaded(draws: true)
    return job
  }

  /// The manifest's name in messages.
  package var manifestName: String { JobFolders.shown(folders.manifest, in: currentFolder) }

  /// An output's path in a form that the user can paste: relative to the current folder if it lies below that
  /// folder, or else absolute.
  package func shown(output path: String) -> String {
    JobFolders.shown(JobFolders.absolute(path, from: folders.output), in: currentFolder)
  }

  /// The job lock's path in messages. It begins with the job file's folder, as the user wrote it.
  package var lockName: String {
    String(Substring(file.utf8.dropLast(file.lastName.utf8.count))) + folders.lock.lastName
  }

  /// The error that refuses the job.
  package func refusal(_ message: String) -> SessionError { SessionError(.usage, file: file, message) }

  /// The error that refuses the job, with places in the job file.
  func refusal(_ diagnostics: [Diagnostic]) -> SessionError {
    SessionError(.usage, [.diagnostics(diagnostics, text: text)])
  }

  /// The error that refuses the job because `other` has the same state folder or output root.
  func refusal(sharing other: String) -> SessionError {
    let shared =
      folders.keepsStateElsewhere ? ", and the same output root or state folder" : " and output root"
    return refusal("'\(other)' has the same name\(shared): change 'name' in one of them")
  }

  /// Throws if the job itself uses the absolute `path`. The user wrote this path as `file`, in the option
  /// with the name `option`.
  package func checkFree(_ path: String, as option: String, _ file: String) throws(SessionError) {
    if let use = folders.use(of: path) {
      throw refusal("\(option): '\(file)' is \(use): name another file")
    }
  }

  /// The most files that an error names.
  private static let mostNamed = 5

  /// The error that refuses a run with `existing: error`, because files stand in the places of outputs. For
  /// each such file, `files` has its path, and the index of the job's entry in `outputs`.
  func refusal(standing files: [(entry: Int, path: String)]) -> SessionError {
    refusal(
      files.prefix(Self.mostNamed).map { standing in
        Diagnostic(
          file: file, at: spec.outputs[standing.entry].location,
          "'\(standing.path)' is there already, and this job did not make it: remove it, or set 'existing' to "
            + "replace or keep")
      })
  }
}
