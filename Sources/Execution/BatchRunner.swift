import Glibc
import ImageModel
import Planning
import Synchronization

/// Runs a batch: each image on a worker, each outcome handed on as it ends.
package struct BatchRunner: Sendable {
  private let folders: JobFolders
  private let pool: WorkerPool
  private let stopsAtFailure: Bool

  /// A runner for plans made for `folders`. With `stopsAtFailure` no image is started after the first failed row.
  package init(_ folders: JobFolders, pool: WorkerPool, stopsAtFailure: Bool) {
    self.folders = folders
    self.pool = pool
    self.stopsAtFailure = stopsAtFailure
  }

  /// Makes all images. `ended` is called once for each, by one thread at a time, in order of ending; false from
  /// it starts no more images.
  package func run(_ images: [ImagePlan], ended: @escaping @Sendable (ImagePlan, ImageOutcome) -> Bool) {
    Allocator.returnLargeBlocks()
    let reports = Mutex(true)
    let outputs = images.map(\.outputs.count).max() ?? 0
    pool.limited(outputs: outputs).run(count: images.count, state: Workspace.init) { workspace, index in
      let plan = images[index]
      let outcome = reports.withLock({ $0 }) ? make(plan, workspace) : skipped(plan)
      reports.withLock { goesOn in
        let failed = outcome.outputs.contains { $0.error != nil }
        goesOn = ended(plan, outcome) && goesOn && !(stopsAtFailure && failed)
      }
    }
  }

  private func skipped(_ plan: ImagePlan) -> ImageOutcome {
    let finding = Finding(.stopped, "not started: the run stopped before it")
    return ImageOutcome(sourceSHA256: nil, outputs: plan.outputs.map { _ in OutputOutcome(error: finding) })
  }

  private func make(_ plan: ImagePlan, _ workspace: Workspace) -> ImageOutcome {
    do throws(Finding) {
      if let error = plan.error { throw error }
      let source = try OpenSource.open(folders.path(of: plan))
      if !source.status.matches(plan) {
        throw Finding.sourceChanged
      }
      return write(plan, source, workspace)
    } catch {
      return ImageOutcome(
        sourceSHA256: nil,
        outputs: plan.outputs.indices.map {
          OutputOutcome(error: plan.failure(ofOutput: $0) ?? error)
        })
    }
  }

  /// Renders into temporary files, and puts those in place that are whole.
  private func write(
    _ plan: ImagePlan, _ source: borrowing OpenSource, _ workspace: Workspace
  ) -> ImageOutcome {
    let files = plan.outputs.indices.map { Self.file(plan, $0, in: folders.output) }
    var outcome = ImageRenderer.render(
      plan, source: source.descriptor.number, targets: files.map { try? $0?.get().number },
      workspace: workspace)
    for (index, file) in files.enumerated() where outcome.outputs[index].error == nil {
      do throws(Finding) { try file?.get().commit() } catch {
        outcome.outputs[index] = OutputOutcome(error: error)
      }
    }
    return outcome
  }

  /// The temporary file of an output, why there is none, or nil for an output that can't be made.
  private static func file(_ plan: ImagePlan, _ index: Int, in root: String) -> Result<OutputFile, Finding>? {
    guard plan.failure(ofOutput: index) == nil, let path = plan.outputs[index].path else { return nil }
    return Result { () throws(Finding) in
      try OutputFile(JobFolders.absolute(path, from: root), name: path)
    }
  }
}
