import ImageModel
import JobFile
import Planning

/// Finds a job's sources, reads their headers and plans each: all that a plan needs from outside.
package struct JobSurvey: Sendable {
  private let job: JobSpec
  private let folders: JobFolders
  private let file: String
  private let pool: WorkerPool

  /// A survey for `job`, which the user calls `file`.
  package init(_ job: JobSpec, _ folders: JobFolders, file: String, pool: WorkerPool) {
    self.job = job
    self.folders = folders
    self.file = file
    self.pool = pool
  }

  /// The whole plan, or why there is none.
  package func plan() -> Result<BatchPlan, Refusal> {
    let base = BaseFolder(folders.base)
    let expansion = SourceExpansion(
      sources: job.sources, exclude: job.exclude, base: base, file: file,
      reserved: [folders.jobFile, folders.manifest])
    if !expansion.diagnostics.isEmpty { return .failure(Refusal(expansion.diagnostics)) }
    let items = expansion.items
    let planner = Planner(job)
    let looked = pool.map(count: items.count) { index in
      let info = Self.look(at: items[index], base)
      return (planner.plan(items[index], index: index + 1, info: info), (try? info.get())?.file)
    }
    let plan = BatchPlan(images: looked.map(\.0))
    let refusals =
      PlanChecks(job, folders, file: file, matcher: expansion.matcher).refusals(plan.images)
      + DestinationChecks(job, folders, file: file).refusals(plan.images, sources: looked.map(\.1))
    return refusals.isEmpty ? .success(plan) : .failure(Refusal(refusals))
  }

  private static func look(at item: SourceItem, _ base: BaseFolder) -> Result<SourceInfo, Finding> {
    guard item.isUTF8 else {
      return .failure(Finding(.nameNotUTF8, "the name isn't UTF-8: rename the file"))
    }
    return base.withFileSystemPath(of: item.path) { path in
      Result { () throws(Finding) in try OpenSource.open(path).survey() }
    }
  }
}

/// Why a job can't be run as it is.
package struct Refusal: Error {
  package var diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }
}
