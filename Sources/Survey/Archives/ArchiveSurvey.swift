import Annotations
import Archives
import ImageModel
import JobFile
import Parquet
import Planning
import System

/// The members of archives, and the rows of Parquet files, that are sources of a job. It reads the directories of archives
/// and no member; Parquet files it walks through.
package struct ArchiveSurvey {
  /// The members, the rows, and the files with a fault, in no order.
  package private(set) var items: [SourceItem] = []
  /// The reasons why entries with archives can't be used. A job with such a reason gets no plan.
  package private(set) var diagnostics: [Diagnostic] = []
  /// Trouble that may be over later and concerns more than one archive; nil if all archives were read.
  package private(set) var halt: Halt?
  /// The ids and columns of rows, by the indices of their entries in `sources`.
  package private(set) var tables: [Int: ListTable] = [:]
  /// The faults of files, by their names.
  private var faults: [String: Finding] = [:]

  /// The samples of members, by the numbers of their items.
  private var samples = [CarriedSample()]

  private let job: JobSpec
  private let file: String
  private let matcher: MemberMatcher

  /// The sources in one archive or Parquet file.
  private struct Contents: Sendable {
    var items: [SourceItem] = []
    /// The entries whose patterns match a member, and those whose patterns match an excluded one.
    var (matched, excluded): (Set<Int>, Set<Int>) = ([], [])
    var samples: [CarriedSample] = []
    var rows: [Int: ParquetRowList] = [:]
    /// Why entries can't use a Parquet file, by their indices.
    var misfits: [Int: String] = [:]
    var fault: Finding?
  }

  /// Reads the archives on the threads of `pool`. Messages call the job file `file`.
  package init(
    _ job: JobSpec, _ archives: [FoundArchive], _ store: SourceStore, _ pool: ThreadPool, file: String
  ) {
    (self.job, self.file) = (job, file)
    matcher = MemberMatcher(job.sources, exclude: job.exclude)
    let named = archives.compactMap { archive in format(of: archive).map { (archive, $0) } }
    let exports = job.exports.map(\.format).filter { $0.ownColumns != nil }
    let found = pool.map(count: named.count) { [matcher] place -> Result<Contents, OpeningError> in
      let (archive, format) = named[place]
      return Result { () throws(OpeningError) in
        if format.hasRows { return try Self.rows(of: archive, job.sources, store, for: exports) }
        let contents = try store.archive(archive.path, format)
        return Self.members(of: contents, archive, job.sources, matcher, carries: !exports.isEmpty)
      }
    }
    var (matched, excluded): (Set<Int>, Set<Int>) = ([], [])
    for ((archive, _), contents) in zip(named, found) {
      switch contents {
      case .success(let contents):
        add(contents)
        matched.formUnion(contents.matched)
        excluded.formUnion(contents.excluded)
        for (entry, misfit) in contents.misfits.sorted(by: { $0.key < $1.key }) {
          let words = "'\(archive.path.displayName)' \(misfit)"
          diagnostics.append(Diagnostic(file: file, at: job.sources[entry].location, words))
        }
        for (entry, rows) in contents.rows.sorted(by: { $0.key < $1.key }) { add(rows, of: archive, entry) }
        if let fault = contents.fault { report(fault, archive) }
      case .failure(.all(let all)): halt = halt ?? all
      case .failure(.system(let error)): halt = halt ?? Halt(error, source: archive.path.displayName)
      case .failure(let error): report(error.finding, archive)
      }
    }
    reportUnmatched(archives, matched, excluded)
  }

  /// True if all files could be read, and none has a fault.
  package var isWhole: Bool { diagnostics.isEmpty && halt == nil && faults.isEmpty }

  /// The fault of the archive or Parquet file that an item stands for.
  package func fault(of item: SourceItem) -> Finding? { faults[item.displayName] }

  /// The endings of the members that exports carry beside an item, in the order of the archive.
  package func carriedEndings(beside item: SourceItem) -> [String] { samples[item.sample].endings }

  /// The warning that exports leave out members beside an item; nil if they leave out none.
  package func warning(of item: SourceItem) -> Finding? { samples[item.sample].leftOut }

  /// The members of an archive. `carries` tells if exports carry other members of their samples.
  private static func members(
    of archive: Archive, _ found: FoundArchive, _ sources: [SourceEntry], _ matcher: MemberMatcher,
    carries: Bool
  ) -> Contents {
    var contents = Contents()
    var samples = carries ? CarriedSamples(archive, found.entries, sources, matcher) : nil
    let index = archive.index
    var repeated: [String] = []
    for number in 0..<index.count + index.skippedCount {
      // A skipped member that a pattern names becomes a failed row.
      let skipped = number < index.count ? nil : index.skipped(number - index.count)
      let name = skipped?.name ?? index.name(of: number)
      guard let hits = matcher.hits(name, among: found.entries), let last = hits.entries.last else {
        continue
      }
      if hits.isExcluded {
        contents.excluded.formUnion(hits.entries)
        continue
      }
      contents.matched.formUnion(hits.entries)
      if skipped?.fault == .repeated {
        repeated.append(name)
        continue
      }
      let item = matcher.item(name, number: number, of: found.path, entry: last)
      let sample = skipped == nil ? samples?.number(ofSampleWith: number, entry: last) : nil
      contents.items.append(item.with(sample: sample ?? 0))
    }
    contents.samples = samples?.all ?? []
    contents.fault = archive.index.fault.map { Finding($0) } ?? Finding(repeated: repeated)
    return contents
  }

  private static func rows(
    of file: FoundArchive, _ sources: [SourceEntry], _ store: SourceStore, for exports: [ExportFormat]
  ) throws(OpeningError) -> Contents {
    var contents = Contents()
    var images: Set<String> = []
    let header = try store.parquetFile(file.path)
    // The last entry that names a column of pictures counts.
    for entry in file.entries.reversed() {
      guard let columns = sources[entry].archive?.columns else { continue }
      guard images.insert(columns.image).inserted else {
        contents.matched.insert(entry)
        continue
      }
      if let misfit = columns.misfit(in: header, exports) {
        contents.misfits[entry] = misfit
        continue
      }
      let table = try store.table(file.path, image: columns.image)
      do throws(ParquetFault) {
        contents.rows[entry] = try ParquetRowList(table, columns, for: exports)
      } catch { throw table.error(error) }
      if table.index.count > 0 { contents.matched.insert(entry) }
      contents.fault = contents.fault ?? table.finding
    }
    return contents
  }

  /// Adds the items of a file. Its samples get numbers among those of all files.
  private mutating func add(_ contents: Contents) {
    let before = samples.count - 1
    samples += contents.samples.dropFirst()
    items += contents.items.map { $0.sample == 0 ? $0 : $0.with(sample: before + $0.sample) }
  }

  /// Adds the rows of a Parquet file.
  private mutating func add(_ rows: ParquetRowList, of file: FoundArchive, _ entry: Int) {
    guard let image = job.sources[entry].archive?.columns?.image else { return }
    var table =
      tables.removeValue(forKey: entry)
      ?? ListTable(file.path.displayName, keepsColumns: job.exports.contains { $0.format.ownColumns != nil })
    for (number, (id, others)) in zip(rows.ids, rows.others).enumerated() {
      table.add(row: number, id: id, others: others)
      items.append(
        SourceItem(
          archive: file.path, member: MemberPath.name(ofRow: number, image: image), number: table.count - 1,
          entry: entry, fixedLength: image.utf8.count + 1))
    }
    tables[entry] = table
  }

  /// The format of a file. Reports a file whose name doesn't fit the last entry that names it.
  private mutating func format(of archive: FoundArchive) -> ArchiveFormat? {
    guard let entry = archive.entries.last.map({ job.sources[$0] }), let source = entry.archive else {
      return nil
    }
    let formats = ArchiveFormat.allCases.filter { $0.hasRows == (source.columns != nil) }
    let name = archive.path.displayName
    guard MemberPath(MemberPath.start(in: name))?.archive == name || ArchiveFormat(ofArchive: name) == nil
    else {
      let reason = "matches '\(name)', which has '::' behind the name of an archive: rename it"
      diagnostics.append(Diagnostic(file: file, at: entry.location, "'\(source.files.text)' \(reason)"))
      return nil
    }
    if let format = archive.name.flatMap({ ArchiveFormat(ofArchive: $0) }), formats.contains(format) {
      return format
    }
    let endings = formats.flatMap(\.endings).choices
    let isArrow = Self.arrowEndings.contains(where: name.lowercased().hasSuffix)
    let advice =
      isArrow ? "Upright doesn't read Arrow files, so convert them to Parquet" : "narrow the pattern"
    diagnostics.append(
      Diagnostic(
        file: file, at: entry.location,
        "'\(source.files.text)' matches '\(name)', whose name doesn't end in \(endings): \(advice)"))
    return nil
  }

  /// The ends of names of files in the format Arrow IPC, which Feather of version 2 is too.
  private static let arrowEndings = [".arrow", ".feather"]

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
        if excluded.contains(index) {
          "has only members that 'exclude' takes out"
        } else if let members = source.members {
          "has no member that matches '\(members.text)'"
        } else { "has no row" }
      diagnostics.append(
        Diagnostic(
          file: file, at: entry.location,
          "'\(source.files.text)' \(reason); where that may be, write 'optional: true' beside it"))
    }
  }
}
