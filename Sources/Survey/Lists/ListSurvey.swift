import Annotations
import ImageModel
import JobFile
import Planning
import System

/// The lists of URLs of a job: finds and reads them.
package struct ListSurvey {
  /// The lists, by the index of their entry in `sources`.
  package private(set) var tables: [Int: ListTable] = [:]
  /// The URLs, and the lists with lines that name no URL.
  private var items: [SourceItem] = []
  /// The URLs with secrets, also those of `path` entries.
  package private(set) var secrets = SecretURLs()
  /// The reasons why lists can't be used. A job with such a reason gets no plan.
  package private(set) var diagnostics: [Diagnostic] = []

  private let job: JobSpec
  private let base: BaseFolder
  private let file: String
  private let takesAll: Bool
  /// The number of reasons that aren't in ``diagnostics``.
  private var hidden = 0

  /// The most reasons that are shown.
  private static let most = 100

  /// Reads the lists that `job` names. Messages call the job file `file`. If outputs are cut for boxes, pictures without
  /// boxes are left out, unless `takesAll` is true.
  package init(_ job: JobSpec, base: BaseFolder, file: String, takesAll: Bool) {
    (self.job, self.base, self.file, self.takesAll) = (job, base, file, takesAll)
    if !sources.contains(where: { $0.list != nil }) { return }
    for case let address? in sources.map(\.address) where address.hasSecrets { _ = secrets.add(address) }
    for (index, entry) in sources.enumerated() {
      if let list = entry.list { read(list, entry, index) }
    }
    checkIDs()
    checkNames()
    if hidden > 0 {
      diagnostics.append(Diagnostic(file: file, at: nil, "\(hidden) more errors are not shown"))
    }
  }

  /// Takes the items out, because each of them takes memory.
  package mutating func takeItems() -> [SourceItem] {
    defer { items = [] }
    return items
  }

  private var sources: [SourceEntry] { job.sources }

  /// The boxes of the lists, by the index of their entry in `sources`.
  package var boxes: [Int: AnnotationTable] { tables.compactMapValues(\.boxes) }

  /// The lists as messages name them.
  package var names: [String] { tables.values.map(\.name) }

  /// Absolute paths of all lists.
  package var files: Set<String> { Set(names.map { JobFolders.absolute($0, from: base.path) }) }

  /// The first entry whose list has a URL with secrets; nil if none has one.
  package var firstWithSecrets: SourceEntry? {
    let entries = tables.filter { _, table in (0..<table.count).contains(where: table.hasSecrets) }.keys
    return entries.min().map { sources[$0] }
  }

  /// An object of each bucket that a list names, and the entry of the list.
  var objects: [(WebAddress, SourceEntry)] {
    tables.sorted { $0.key < $1.key }.flatMap { index, table in table.objects.map { ($0, sources[index]) } }
  }

  /// The first entry whose list names an object in a bucket; nil if none does.
  var firstWithObjects: SourceEntry? { objects.first?.1 }

  private mutating func read(_ list: ListSource, _ entry: SourceEntry, _ index: Int) {
    let path = base.normalized(list.path.utf8)
    do throws(FileFault) {
      guard let status = try base.reachableStatus(of: path) else {
        if !entry.isOptional { refuse(entry, "there is no file '\(list.path)'") }
        return
      }
      if status.isFolder { throw FileFault("is a folder: name a list") }
    } catch { return refuse(entry, "'\(list.path)' \(error.message)") }
    var items: [SourceItem] = []
    var (secrets, others): (SecretURLs, [(row: Int, name: String)]) = (SecretURLs(), [])
    // Two owners would make a copy.
    swap(&secrets, &self.secrets)
    defer { self.secrets = secrets }
    do throws(FileFault) {
      let table = try base.withFile(path) { feed throws(FileFault) in
        try ListReader.read(feed, list.format, called: path.displayName, for: use(of: list)) { url in
          let shown = url.address.shown
          if url.address.hasSecrets, !secrets.add(url.address) { others.append((url.row, shown)) }
          if url.isRepeated { return }
          let part = url.picture.map { SourceItem.Part.boxes(picture: $0) }
          items.append(
            SourceItem(
              path: Array(shown.utf8), entry: index, fixedLength: shown.utf8.count, part: part ?? .whole,
              row: url.row))
        }
      }
      tables[index] = table
      for (row, name) in others { refuse(Place(index, row: row), Self.differs(name)) }
      if let boxes = table.boxes { take(boxes, of: list, entry, &items) }
      if table.count == 0, table.troubles.isEmpty, !entry.isOptional {
        refuse(entry, "'\(list.path)' names no URL; where that may be, write 'optional: true' beside it")
      }
      if !table.troubles.isEmpty {
        items.append(
          SourceItem(path: path, entry: index, fixedLength: path.count, part: .annotations(file: 0)))
      }
      self.items += items
    } catch { refuse(entry, "\(path.displayName): \(error.message)") }
  }
}

extension ListSurvey {
  /// What the job takes from the rows of a list.
  private func use(of list: ListSource) -> ListUse {
    var use = ListUse()
    use.url = list.column
    use.base = list.base
    use.boxes = list.boxes?.format
    use.categories = list.boxes?.categories.map { Set($0.map(\.value)) }
    use.splits = job.split?.parts.map(\.name) ?? []
    use.needsSplit = job.split.map { $0.group == nil } ?? false
    use.takesFocus = job.takesListedFocus
    use.exports = job.exports.map(\.format).filter { $0.ownColumns != nil }
    return use
  }

  /// Reports categories that no box has. Leaves out pictures without boxes if outputs are cut for boxes.
  private mutating func take(
    _ boxes: AnnotationTable, of list: ListSource, _ entry: SourceEntry, _ items: inout [SourceItem]
  ) {
    for name in list.boxes?.categories ?? [] where !boxes.categories.contains(name.value) {
      diagnostics.append(Diagnostic(unknownCategory: name, of: boxes, file: file))
    }
    if takesAll || !entry.isCutForBoxes(job) { return }
    items.removeAll { item in
      if case .boxes(let picture) = item.part { boxes.pictures[picture].boxes.isEmpty } else { false }
    }
  }
}

/// Checks of ids and names.
extension ListSurvey {
  /// A row of a list, or an entry of `sources` if there is no row. A survey has a place for each row.
  private struct Place {
    private let storedEntry, storedRow: Int32

    init(_ entry: Int, row: Int?) {
      storedEntry = Int32(clamping: entry)
      storedRow = row.map { Int32(clamping: $0) } ?? -1
    }

    var entry: Int { Int(storedEntry) }
    var row: Int? { storedRow < 0 ? nil : Int(storedRow) }
  }

  /// Reports each id of a row that the job has already.
  private mutating func checkIDs() {
    var places: [ExactText: Place] = [:]
    for (index, entry) in sources.enumerated() {
      if let id = entry.id { places[ExactText(id.value)] = Place(index, row: nil) }
    }
    for (index, table) in tables.sorted(by: { $0.key < $1.key }) {
      for row in 0..<table.count {
        guard let id = table.id(of: row) else { continue }
        let place = Place(index, row: row)
        if let other = places.updateValue(place, forKey: ExactText(id)) {
          refuse(place, "the id \(id.quoted) is used in \(text(of: other)) already")
        }
      }
    }
  }

  /// Reports each URL of a row that the job has already, unless both have an id.
  private mutating func checkNames() {
    var places: [ExactText: Place] = [:]
    for (index, entry) in sources.enumerated() {
      if let address = entry.address { places[ExactText(address.shown)] = Place(index, row: nil) }
    }
    for item in items where item.row != nil {
      let place = Place(item.entry, row: item.row)
      guard let other = places.updateValue(place, forKey: ExactText(item.displayName)) else { continue }
      if hasSecrets(place) != hasSecrets(other) {
        refuse(place, Self.differs(item.displayName))
      } else if !hasID(place) || !hasID(other) {
        let advice =
          hasBoxes(place) || hasBoxes(other)
          ? "name a picture in one entry only, or write two jobs"
          : "give each of its entries an 'id' of its own"
        refuse(place, "'\(item.displayName.shown)' is named in \(text(of: other)) already; \(advice)")
      }
    }
  }

  private static func differs(_ name: String) -> String {
    "'\(name.shown)' differs from another URL of the job only in secret parameters: write two jobs"
  }

  private func hasSecrets(_ place: Place) -> Bool {
    guard let row = place.row else { return sources[place.entry].address?.hasSecrets == true }
    return tables[place.entry]?.hasSecrets(row) == true
  }

  private func hasBoxes(_ place: Place) -> Bool { sources[place.entry].boxes != nil }

  private func hasID(_ place: Place) -> Bool {
    guard let row = place.row else { return sources[place.entry].id != nil }
    return tables[place.entry]?.id(of: row) != nil
  }

  /// The place in words, for a message about a row of `sources`.
  private func text(of place: Place) -> String {
    guard let row = place.row, let table = tables[place.entry] else {
      return "line \(sources[place.entry].location.line) of the job file"
    }
    return "line \(table.line(of: row)) of \(table.name)"
  }

  private mutating func refuse(_ place: Place, _ message: String) {
    guard let row = place.row, let table = tables[place.entry] else { return }
    refuse(sources[place.entry], "\(table.name): line \(table.line(of: row)): \(message)")
  }

  private mutating func refuse(_ entry: SourceEntry, _ message: String) {
    guard diagnostics.count < Self.most else {
      hidden += 1
      return
    }
    diagnostics.append(Diagnostic(file: file, at: entry.location, message))
  }
}
