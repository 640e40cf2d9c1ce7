import ImageModel
import JobFile
import Planning
import State

/// Which of a job's images a run makes, and the conditions that must hold.
package struct RunOptions: Sendable {
  package var renewal: Renewal
  /// Run only if the job, its sources and the versions are as its lock says.
  package var isLocked: Bool
  /// Remove outputs that the job made earlier and no longer makes.
  package var prunes: Bool
  /// Make only the outputs of sources that this pattern matches, and write no manifest.
  package var only: GlobPattern?

  package init(
    _ renewal: Renewal = Renewal(), isLocked: Bool = false, prunes: Bool = false, only: GlobPattern? = nil
  ) {
    self.renewal = renewal
    self.isLocked = isLocked
    self.prunes = prunes
    self.only = only
  }

  /// True if the whole plan is needed even when nothing has changed.
  var needsPlan: Bool { renewal != Renewal() || prunes || isLocked || only != nil }

  /// The part of a plan that the options select. Throws if the options don't suit the plan or the job.
  func narrowed(_ plan: BatchPlan, _ job: Job) throws(SessionError) -> BatchPlan {
    var plan = plan
    if let only {
      plan.images.removeAll { !only.matches($0.source.utf8) }
      if plan.images.isEmpty {
        throw job.refusal("--only: '\(only.text)' matches no source of this job")
      }
    }
    if prunes && plan.images.isEmpty {
      throw job.refusal("--prune: no image is planned, so that every output would be removed")
    }
    if renewal.verifies && job.spec.hash == .none {
      throw job.refusal("--verify compares hashes: set 'hash' to sha256")
    }
    return plan
  }
}
