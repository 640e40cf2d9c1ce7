import System

/// Builds records from a parser's tokens and drops the rest of the JSON file.
final class JSONRecordSink {
  /// A list or object under construction.
  private struct Container {
    let isList: Bool
    /// The values of a list.
    var values: [JSONValue] = []
    /// The members of an object.
    var members: [JSONValue.Member] = []
    /// The key of an object's next value.
    var key = ""

    var value: JSONValue { isList ? .list(values) : .object(members) }
  }

  private let place: JSONRecordPlace
  private let keeping: Set<String>?
  private let each: (JSONRecord) -> Void
  /// The number of open lists and objects.
  private var depth = 0
  /// The last key of the file's top-level object.
  private var rootKey = ""
  /// The name of the open list of records; nil if no list with a name is open.
  private var list: String?
  private var number = 0
  /// The open lists and objects of the current record.
  private var containers: [Container] = []
  /// The number of values in the current record.
  private var values = 0
  /// The number of open lists and objects in a part that is dropped.
  private var leftOut = 0
  /// The number of tokens found so far.
  private(set) var found = 0
  /// Why reading has stopped.
  private(set) var fault: FileFault?

  init(at place: JSONRecordPlace, keeping: Set<String>?, _ each: @escaping (JSONRecord) -> Void) {
    self.place = place
    self.keeping = keeping
    self.each = each
  }

  /// The parser's position in the file, for messages.
  var position: String {
    switch place {
    case .root: "the file"
    case .line: "the line"
    case .elements: "record \(number + 1)"
    case .lists: list.map { "record \(number + 1) of '\($0)'" } ?? "the file"
    }
  }

  /// Takes a text, a number or a literal. The value is only made if it is kept.
  func take(_ value: @autoclosure () -> JSONValue) {
    found += 1
    if leftOut > 0 { return }
    if containers.isEmpty {
      if isRecord(at: depth) { deliver(value()) } else if depth == 0 { refuseRoot() }
    } else if isKept {
      add(value())
    }
  }

  /// Takes the key of the next value.
  func take(key: @autoclosure () -> String) {
    found += 1
    if leftOut > 0 { return }
    if !containers.isEmpty {
      containers[containers.count - 1].key = key()
    } else if depth == 1 {
      rootKey = key()
    }
  }

  /// Takes the beginning of a list or an object.
  func open(isList: Bool) {
    found += 1
    depth += 1
    if depth > FixedLimits.Text.jsonDepth {
      fault = FileFault("\(position) nests lists and objects more than \(FixedLimits.Text.jsonDepth) deep")
    } else if leftOut > 0 {
      leftOut += 1
    } else if isRecord(at: depth - 1) || !containers.isEmpty && isKept {
      containers.append(Container(isList: isList))
    } else if !containers.isEmpty {
      leftOut = 1
    } else {
      enter(isList: isList)
    }
  }

  /// Takes the end of the list or object that was opened last.
  func close() {
    found += 1
    depth -= 1
    if leftOut > 0 {
      leftOut -= 1
    } else if let container = containers.popLast() {
      let value = container.value
      if containers.isEmpty { deliver(value) } else { add(value) }
    } else if depth == 1 {
      list = nil
    }
  }

  /// Enters a list or object that holds records; drops any other list or object.
  private func enter(isList: Bool) {
    switch place {
    case .elements where depth == 1 && isList: break
    case .lists where depth == 1 && !isList: break
    case .lists(let names) where depth == 2 && isList && names.contains(rootKey):
      list = rootKey
      number = 0
    default: if depth == 1 { refuseRoot() } else { leftOut = 1 }
    }
  }

  private func refuseRoot() {
    fault = FileFault(place == .elements ? "the file is not a list" : "the file is not an object")
  }

  private func isRecord(at depth: Int) -> Bool {
    guard containers.isEmpty else { return false }
    return switch place {
    case .root, .line: depth == 0
    case .elements: depth == 1
    case .lists: depth == 2 && list != nil
    }
  }

  /// False if the next value has a key that isn't in `keeping`.
  private var isKept: Bool {
    containers.last.map { $0.isList || keeping?.contains($0.key) != false } ?? true
  }

  private func add(_ value: JSONValue) {
    values += 1
    if values > FixedLimits.Text.jsonValues {
      fault = FileFault("\(position) has more than \(FixedLimits.Text.jsonValues) values")
    }
    let last = containers.count - 1
    if containers[last].isList {
      containers[last].values.append(value)
    } else {
      containers[last].members.append(JSONValue.Member(key: containers[last].key, value: value))
    }
  }

  private func deliver(_ value: JSONValue) {
    number += 1
    values = 0
    each(JSONRecord(list: list ?? "", number: number, value: value))
  }
}
