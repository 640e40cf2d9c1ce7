import Archives
import ImageModel
import JobFile
import Planning
import System

/// The members of archives that are sources of a job. It reads the directories of the archives, and no member.
package struct ArchiveSurvey {
  /// The members, and the archives with a fault, in no order.
  package private(set) var items: [SourceItem] = []
  /// The reasons why entries with archives can't be used. A job with such a reason gets no plan.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Trouble of the system that may be over later; nil if all archives were read.
  package private(set) var halt: Halt?
  /// The faults of archives, by their names.
  private var faults: [String: Finding] = [:]

  private let job: JobSpec
  private let file: String
  private let matcher: MemberMatcher

  /// The sources in one archive.
  private struct Contents: Sendable {
    var items: [SourceItem] = []
    /// The entries whose patterns match a member, and those whose patterns match an excluded one.
    var (matched, excluded): (Set<Int>, Set<Int>) = ([], [])
    var fault: ArchiveFault?
  }

  /// Reads the archives on the threads of `pool`. Messages call the job file `file`.
  package init(
    _ job: JobSpec, _ archives: [FoundArchive], _ store: SourceStore, _ pool: ThreadPool, file: String
  ) {
    (self.job, self.file) = (job, file)
    matcher = MemberMatcher(job.sources, exclude: job.exclude)
    let named = archives.compactMap { archive in format(of: archive).map { (archive, $0) } }
    let found = pool.map(count: named.count) { [matcher] place -> Result<Contents, OpeningError> in
      let (archive, format) = named[place]
      return Result { () throws(OpeningError) in
        Self.contents(of: try store.archive(archive.path, format), archive, matcher)
      }
    }
    var matched: Set<Int> = []
    var excluded: Set<Int> = []
    for ((archive, _), contents) in zip(named, found) {
      switch contents {
      case .success(let contents):
        items += contents.items
        matched.formUnion(contents.matched)
        excluded.formUnion(contents.excluded)
        if let fault = contents.fault { report(Finding(fault), archive) }
      case .failure(.system(let error)): halt = halt ?? Halt(error, source: archive.path.displayName)
      case .failure(let error): report(error.finding, archive)
      }
    }
    reportUnmatched(archives, matched, excluded)
  }

  /// True if all archives could be read, and none has a fault.
  package var isWhole: Bool { diagnostics.isEmpty && halt == nil && faults.isEmpty }

  /// The fault of the archive that an item stands for.
  package func fault(of item: SourceItem) -> Finding? { faults[item.displayName] }

  private static func contents(
    of archive: Archive, _ found: FoundArchive, _ matcher: MemberMatcher
  ) -> Contents {
    var contents = Contents()
    contents.fault = archive.index.fault
    let index = archive.index
    for number in 0..<index.count + index.skippedCount {
      // A skipped member that a pattern names becomes a failed row.
      let name = number < index.count ? index.name(of: number) : index.skipped(number - index.count).name
      guard let hits = matcher.hits(name, among: found.entries), let last = hits.entries.last else {
        continue
      }
      if hits.isExcluded {
        contents.excluded.formUnion(hits.entries)
        continue
      }
      contents.matched.formUnion(hits.entries)
      contents.items.append(matcher.item(name, number: number, of: found.path, entry: last))
    }
    return contents
  }

  /// The format of an archive. Reports a file that isn't named like an archive.
  private mutating func format(of archive: FoundArchive) -> ArchiveFormat? {
    if let format = archive.name.flatMap({ ArchiveFormat(ofArchive: $0) }) { return format }
    guard let entry = archive.entries.last.map({ job.sources[$0] }), let pattern = entry.pattern else {
      return nil
    }
    let endings = ArchiveFormat.allCases.map { "." + $0.rawValue }.joined(separator: " or ")
    diagnostics.append(
      Diagnostic(
        file: file, at: entry.location,
        "'\(pattern.text)' matches '\(archive.path.displayName)', whose name doesn't end in \(endings): narrow the pattern"
      ))
    return nil
  }

  /// Adds an item for an archive with a fault.
  private mutating func report(_ fault: Finding, _ archive: FoundArchive) {
    guard let entry = archive.entries.last else { return }
    let item = SourceItem(path: archive.path, entry: entry, fixedLength: archive.path.count, part: .archive)
    faults[item.displayName] = fault
    items.append(item)
  }

  /// Reports entries whose archives have no member that they name. An archive with a fault may have had one.
  private mutating func reportUnmatched(
    _ archives: [FoundArchive], _ matched: Set<Int>, _ excluded: Set<Int>
  ) {
    let whole = archives.filter { faults[$0.path.displayName] == nil }
    for (index, entry) in job.sources.enumerated() {
      guard let source = entry.archive, !entry.isOptional, !matched.contains(index), halt == nil,
        diagnostics.isEmpty, whole.contains(where: { $0.entries.contains(index) })
      else { continue }
      let reason =
        excluded.contains(index)
        ? "has only members that 'exclude' takes out" : "has no member that matches '\(source.members.text)'"
      diagnostics.append(
        Diagnostic(
          file: file, at: entry.location,
          "'\(source.archives.text)' \(reason); where that may be, write 'optional: true' beside it"))
    }
  }
}
