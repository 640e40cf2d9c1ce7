import System

extension JSONValue {
  /// The object that a line of JSON Lines is: all of it, or the members with keys in `keeping` where that isn't nil.
  package init(line: ArraySlice<UInt8>, keeping: Set<String>? = nil) throws(FileFault) {
    var value: JSONValue?
    try JSONRecords.read(ByteFeed(Array(line)), at: .line, keeping: keeping) { value = $0.value }
    guard case .object? = value, let value else { throw FileFault("the line is not an object") }
    self = value
  }
}
