import System

/// Takes what a parser finds in a JSON file, builds its records, and lets go of the rest.
final class JSONRecordSink {
  /// A list or object that is being built.
  private struct Container {
    let isList: Bool
    /// Those of a list.
    var values: [JSONValue] = []
    /// Those of an object.
    var members: [JSONValue.Member] = []
    /// The key that an object's next value is for.
    var key = ""

    var value: JSONValue { isList ? .list(values) : .object(members) }
  }

  private let place: JSONRecordPlace
  private let keeping: Set<String>?
  private let each: (JSONRecord) -> Void
  /// Lists and objects that are open.
  private var depth = 0
  /// The last key of the file's own object.
  private var rootKey = ""
  /// The list of records that is open.
  private var list: String?
  private var number = 0
  /// Those open ones that the record at hand is built of.
  private var containers: [Container] = []
  /// Values of the record at hand.
  private var values = 0
  /// Open ones inside of what is left out.
  private var leftOut = 0
  /// Things that were found so far.
  private(set) var found = 0
  /// Why nothing more is taken.
  private(set) var fault: FileFault?

  /// The deepest nesting of lists and objects.
  private static let mostDepth = 64
  /// The most values of one record.
  private static let mostValues = 2_000_000

  init(at place: JSONRecordPlace, keeping: Set<String>?, _ each: @escaping (JSONRecord) -> Void) {
    self.place = place
    self.keeping = keeping
    self.each = each
  }

  /// Where in the file the parser is, for messages.
  var position: String {
    switch place {
    case .root: "the file"
    case .line: "the line"
    case .elements: "record \(number + 1)"
    case .lists: list.map { "record \(number + 1) of '\($0)'" } ?? "the file"
    }
  }

  /// Takes a text, a number or a word, which is made only where it is kept.
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
    if depth > Self.mostDepth {
      fault = FileFault("\(position) nests lists and objects more than \(Self.mostDepth) deep")
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

  /// Goes into a list or object around the records, or leaves it out.
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

  /// False for the value of a key that isn't kept.
  private var isKept: Bool {
    containers.last.map { $0.isList || keeping?.contains($0.key) != false } ?? true
  }

  private func add(_ value: JSONValue) {
    values += 1
    if values > Self.mostValues { fault = FileFault("\(position) has more than \(Self.mostValues) values") }
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
