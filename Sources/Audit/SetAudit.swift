import Planning
import Survey
import System

/// The audit of a set: all checks in their order.
package struct SetAudit: Sendable {
  private let subject: AuditSubject
  private let store: SourceStore
  private let pool: ThreadPool
  private let hashing: FileHashing
  /// The largest file that is hashed, in bytes.
  private let largest: Int

  /// Prepares the audit of a set whose sources `store` opens. Files beyond `largest` bytes aren't hashed.
  package init(
    _ subject: AuditSubject, _ store: SourceStore, pool: ThreadPool, _ hashing: FileHashing, largest: Int
  ) {
    (self.subject, self.store, self.pool, self.hashing, self.largest) = (
      subject, store, pool, hashing, largest
    )
  }

  /// The report on the set that the user calls `name`. `comparesPixels` tells if the plan was made with the facts about
  /// pixels.
  ///
  /// Throws as ``FileHashing/forEach(count:name:sum:_:)`` does.
  package func report(named name: String, comparesPixels: Bool) throws -> AuditReport {
    var auditor = Auditor(subject)
    let (images, pictures, store) = (subject.images, subject.pictures, store)
    let isCutOff = pool.limited(outputs: 0).map(count: pictures.count) {
      images[Int(pictures[$0])].isCutOff(store)
    }
    auditor.checkPictures(isCutOff)
    auditor.checkAnnotations()
    let categories = subject.categories
    auditor.checkCategories(categories)
    auditor.checkDuplicates(try auditor.copies(hashing, store, largest: largest))
    return AuditReport(
      subject: name,
      pictures: subject.pictures.count {
        images[Int($0)].error.map { [.notFound, .folderUnreadable].contains($0.code) } != true
      },
      annotationFiles: subject.sets.reduce(0) { $0 + $1.table.files.count },
      boxes: subject.sets.reduce(0) { $0 + $1.table.boxes.count },
      compared: comparesPixels ? subject.pictures.count { images[Int($0)].facts != nil } : nil,
      findings: auditor.findings, facts: SetFacts(subject, categories))
  }
}
