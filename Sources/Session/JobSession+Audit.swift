import Audit
import ImageModel
import JobFile
import Planning
import Reporting
import Running
import Survey
import System

extension JobSession {
  /// How a set is audited.
  package struct AuditUse: Sendable {
    /// The folder of the pictures that an annotation file names; nil if it is to be found.
    package var images: String?
    /// The options of a job: the folder of relative paths, and the folder for its state.
    package var root, state: String?
    /// True if pictures are decoded, to find damaged pixels and near duplicates.
    package var comparesPixels: Bool

    package init(
      images: String? = nil, root: String? = nil, state: String? = nil, comparesPixels: Bool = true
    ) {
      (self.images, self.root, self.state, self.comparesPixels) = (images, root, state, comparesPixels)
    }
  }

  /// Looks for faults in the set that the user calls `name`: the sources of a job file, the pictures in a folder, or
  /// those of an annotation file. Writes nothing.
  package func audit(_ name: String, _ use: AuditUse = AuditUse()) throws(SessionError) -> FinishedAudit {
    let isFolder = FileStatus(at: openable(name))?.isFolder == true
    let isJob = !isFolder && [".yaml", ".yml"].contains { name.hasSuffix($0) }
    if use.images != nil && (isFolder || isJob) {
      throw SessionError(.usage, file: name, "--images is for an annotation file: leave it out")
    }
    if !isJob && (use.root != nil || use.state != nil) {
      throw SessionError(.usage, file: name, "--root and --state are for a job file: leave them out")
    }
    let job: Job
    var found: FoundAnnotations?
    if isJob {
      guard let loaded = try load([name], root: use.root, state: use.state).first else { throw stopped(name) }
      job = loaded
    } else {
      let folder: String
      if isFolder {
        folder = absolute(name)
        found = FoundAnnotations(below: BaseFolder(folder))
      } else {
        (folder, found) = try annotations(name, images: use.images)
      }
      job = try auditJob(of: folder, named: name)
    }
    let survey = JobSurvey(
      job.spec, job.folders, job.store, file: name, reserved: ReservedPlaces([job.folders]), pool: pool,
      counting: work, step: step(for: job, ofAll: use.comparesPixels), audits: true)
    let planned = try plan([job], [survey], writes: false).map(\.plan)
    let subject = subject(planned.first ?? BatchPlan(images: []), job, survey, found)
    if subject.isEmpty {
      throw SessionError(.usage, file: name, "there is no picture and no annotation in it")
    }
    let audit = SetAudit(
      subject, job.store, pool: pool, FileHashing(pool, unless: stop, counting: work),
      largest: job.spec.limits.maxFileBytes)
    do {
      return FinishedAudit(
        job: job, subject: subject, report: try audit.report(named: name, comparesPixels: use.comparesPixels))
    } catch let error as Halted {
      throw SessionError(error.halt, file: name)
    } catch { throw stopped(name) }
  }

  private func stopped(_ name: String) -> SessionError {
    SessionError(stop.reason.map(ExitStatus.init) ?? .fault, file: name, "the audit was ended")
  }

  private func subject(
    _ plan: BatchPlan, _ job: Job, _ survey: JobSurvey, _ found: FoundAnnotations?
  ) -> AuditSubject {
    let shown = { @Sendable [base = job.folders.base, currentFolder] (name: String) in
      WebAddress.isURL(name)
        ? name : JobFolders.shown(JobFolders.absolute(name, from: base), in: currentFolder)
    }
    let names = job.spec.split?.parts.map(\.name) ?? []
    var sets = found?.sets ?? []
    for (entry, source) in job.spec.sources.enumerated() {
      guard let space = source.boxes?.space else { continue }
      if let table = survey.annotations.tables[entry], let folder = survey.annotations.folder(ofEntry: entry)
      {
        sets.append(AnnotatedSet(table, folder: folder, space: space))
      } else if let table = survey.lists.boxes[entry] {
        sets.append(AnnotatedSet(table, folder: [], space: space))
      }
    }
    return AuditSubject(
      plan.images, sets, splits: plan.splits.map { names[Int($0)] },
      unannotated: found == nil ? survey.unnamedPaths(plan) : nil,
      unread: found?.unread ?? [], shown: shown)
  }
}

/// A set with the report of its audit.
package struct FinishedAudit: Sendable {
  let job: Job
  let subject: AuditSubject
  package let report: AuditReport
}
