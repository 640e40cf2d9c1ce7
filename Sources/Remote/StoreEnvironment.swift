/// The variables from which settings come.
struct StoreEnvironment: Sendable {
  private let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  /// The value of a variable; nil if it is empty or not set. Throws for a control character.
  subscript(name: String) -> String? {
    get throws(StoreFault) {
      guard let value = variables[name], !value.isEmpty else { return nil }
      if value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
        throw StoreFault("\(name) holds a control character, such as a line break")
      }
      return value
    }
  }

  /// The first of the variables that is set and not empty.
  func first(_ names: String...) throws(StoreFault) -> (name: String, value: String)? {
    for name in names {
      if let value = try self[name] { return (name, value) }
    }
    return nil
  }

  /// True if a variable is `true`, in any case of its letters.
  func isOn(_ name: String) throws(StoreFault) -> Bool { try self[name]?.lowercased() == "true" }
}
