import ImageModel
import JSON
import System

/// The columns of a CSV with URLs.
struct ListColumns {
  private let header: CSVHeader
  private let url: Int
  private let id: Int?
  private let sha256: Int?
  private let split: Int?
  private let focus: (x: Int, y: Int)?
  private let box: CSVBoxColumns?
  /// The other columns, if the job keeps them.
  private let others: [Int]

  /// Finds the columns. Throws if the job can't use them.
  init(_ header: CSVHeader, _ use: ListUse) throws(FileFault) {
    self.header = header
    url = try header.needed([use.url])
    id = try header.column([ListUse.id])
    sha256 = try header.column([ListUse.sha256])
    split = use.splits.isEmpty ? nil : try header.column([ListUse.split])
    if use.needsSplit, split == nil { _ = try header.needed([ListUse.split]) }
    focus =
      use.takesFocus ? (try header.needed([ListedFocus.x]), try header.needed([ListedFocus.y])) : nil
    if let format = use.boxes {
      box = try CSVBoxColumns(header, format)
    } else {
      box = nil
      if let format = BoxFormat.allCases.first(where: { header.hasAll($0.columns) }) {
        let names = format.columns.map(\.quoted).joined(separator: ", ")
        throw .boxes("the columns \(names) give a box", line: header.line)
      }
    }
    others =
      use.keepsColumns
      ? try Self.others(header, use, besides: [url, id, sha256, split, focus?.x, focus?.y], box) : []
  }

  /// The columns that have a name, and have no meaning here.
  private static func others(
    _ header: CSVHeader, _ use: ListUse, besides known: [Int?], _ box: CSVBoxColumns?
  ) throws(FileFault) -> [Int] {
    let known = Set(known.compactMap { $0 } + (box?.all ?? []))
    let others = header.names.indices.filter { !known.contains($0) && !header.names[$0].isEmpty }
    var names: Set<ExactText> = []
    for column in others {
      let name = header.names[column]
      try use.check(column: name, line: header.line)
      if !names.insert(ExactText(name)).inserted { throw header.repeated(name) }
    }
    return others
  }

  /// The row with these fields. Throws if a field is missing or can't be used.
  func row(_ row: [[UInt8]], _ line: Int) throws(FileFault) -> ListReader.Row {
    guard row.count == header.names.count else {
      throw FileFault(
        "line \(line): the row has \(row.count) field\(row.count == 1 ? "" : "s"), and line \(header.line) has \(header.names.count)"
      )
    }
    func text(_ column: Int) throws(FileFault) -> String {
      guard let text = row[column][...].text else { throw FileFault("line \(line): a field is not UTF-8") }
      return text
    }
    func given(_ column: Int?) throws(FileFault) -> String? {
      guard let column, !row[column].isEmpty else { return nil }
      return try text(column)
    }
    var result = ListReader.Row(
      line: line, url: row[url][...].text, id: try given(id), sha256: try given(sha256),
      split: try given(split), box: box?.box(row.map { $0[...].text }))
    if let focus {
      result.focus = try ListedFocus.anchor(given(focus.x), given(focus.y), line: line)
    }
    for column in others {
      result.others.append(JSONValue.Member(key: header.names[column], value: .text(try text(column))))
    }
    return result
  }
}

/// The objects of JSON Lines with URLs.
struct ListObjects {
  private let use: ListUse
  /// The keys that have a meaning.
  private let known: Set<String>

  init(_ use: ListUse) {
    self.use = use
    var known: Set<String> = [use.url, ListUse.id, ListUse.sha256]
    if !use.splits.isEmpty { known.insert(ListUse.split) }
    if use.takesFocus { known.formUnion([ListedFocus.x, ListedFocus.y]) }
    if use.boxes != nil { known.formUnion(ListedBox.keys) }
    self.known = known
  }

  /// The row in a line. Throws if the line is no object, or can't be used.
  func row(_ line: ArraySlice<UInt8>, _ number: Int) throws(FileFault) -> ListReader.Row {
    let value: JSONValue
    do throws(FileFault) {
      value = try JSONValue(line: line, keeping: use.keepsColumns ? nil : known.union(["bbox"]))
    } catch { throw FileFault("line \(number): \(error.message)") }
    if use.boxes == nil, value["bbox"] != nil { throw .boxes("'bbox' is a box", line: number) }
    func name(_ key: String) throws(FileFault) -> String? {
      guard let value = value[key] else { return nil }
      guard let name = value.name else { throw FileFault("line \(number): '\(key)' is no text") }
      return name.isEmpty ? nil : name
    }
    var row = ListReader.Row(
      line: number, url: value[use.url]?.text ?? "", id: try name(ListUse.id),
      sha256: try name(ListUse.sha256), split: use.splits.isEmpty ? nil : try name(ListUse.split),
      box: use.boxes == nil ? nil : ListedBox(value))
    if use.takesFocus {
      row.focus = try ListedFocus.anchor(name(ListedFocus.x), name(ListedFocus.y), line: number)
    }
    if use.keepsColumns { row.others = try others(value, number) }
    return row
  }

  /// The members without a meaning here that are no lists or objects. If a key repeats, the last one counts.
  private func others(_ value: JSONValue, _ line: Int) throws(FileFault) -> [JSONValue.Member] {
    guard case .object(let members) = value else { return [] }
    let last = Dictionary(
      members.indices.map { (ExactText(members[$0].key), $0) }, uniquingKeysWith: { max($0, $1) })
    var others: [JSONValue.Member] = []
    for (place, member) in members.enumerated()
    where !known.contains(member.key) && !member.value.isNested && last[ExactText(member.key)] == place {
      try use.check(column: member.key, line: line)
      others.append(member)
    }
    return others
  }
}

extension FileFault {
  /// The fault of a list with boxes if the job doesn't tell their space. `words` say what the boxes are.
  fileprivate static func boxes(_ words: String, line: Int) -> FileFault {
    FileFault(
      "line \(line): \(words): write 'space' beside 'list' to use it, and 'crop: full' too for whole pictures"
    )
  }
}
