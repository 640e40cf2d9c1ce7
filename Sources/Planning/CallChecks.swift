import JobFile

/// The checks between the jobs of one call. No two jobs may write the same file, and no job may overwrite a
/// source of another job.
package struct CallChecks {
  /// One job of the call, planned.
  package struct Job {
    let file: String
    let folders: JobFolders
    let spec: JobSpec
    let plan: BatchPlan

    /// A job. `file` is the job file's name as the user gave it.
    package init(_ spec: JobSpec, file: String, folders: JobFolders, plan: BatchPlan) {
      self.spec = spec
      self.file = file
      self.folders = folders
      self.plan = plan
    }
  }

  private let jobs: [Job]
  private let shown: (String) -> String

  /// The checks between `jobs` of one call. `shown` turns an absolute path into its form in messages.
  package init(_ jobs: [Job], shown: @escaping (String) -> String) {
    self.jobs = jobs
    self.shown = shown
  }

  /// The first fault of each job. A call with only one job has none.
  package func refusals() -> [Diagnostic] {
    if jobs.count < 2 { return [] }
    let sources = jobs.map { job in
      Set(job.plan.images.lazy.map { job.folders.place(ofSource: $0.source) })
    }
    var outputs: [Set<String>] = []
    var refusals: [Diagnostic] = []
    for (place, job) in jobs.enumerated() {
      let own = job.outputs
      if let fault = fault(of: own, place, sources, outputs) {
        refusals.append(Diagnostic(file: job.file, at: nil, fault))
      }
      outputs.append(Set(own))
    }
    return refusals
  }

  private func fault(
    of own: [String], _ place: Int, _ sources: [Set<String>], _ earlier: [Set<String>]
  ) -> String? {
    for path in own {
      if let other = earlier.firstIndex(where: { $0.contains(path) }) {
        return "'\(shown(path))' is an output of \(jobs[other].file) too: change 'path' or 'output_root'"
      }
      if let other = sources.indices.first(where: { $0 != place && sources[$0].contains(path) }) {
        return
          "'\(shown(path))' would overwrite a source of \(jobs[other].file): change 'path' or 'output_root'"
      }
    }
    return nil
  }
}

extension CallChecks.Job {
  /// Absolute paths of all outputs and exports.
  fileprivate var outputs: [String] {
    let paths = plan.images.flatMap { $0.outputs.compactMap(\.path) }
    return (paths + spec.exportFiles(beside: paths)).map { JobFolders.absolute($0, from: folders.output) }
  }
}
