import System

extension JSONValue {
  /// The object in a line of JSON Lines. Objects keep only the members whose keys are in `keeping`; nil keeps
  /// all members.
  package init(line: ArraySlice<UInt8>, keeping: Set<String>? = nil) throws(FileFault) {
    var value: JSONValue?
    try JSONRecords.read(ByteFeed(Array(line)), at: .line, keeping: keeping) { value = $0.value }
    guard case .object? = value, let value else { throw FileFault("the line is not an object") }
    self = value
  }
}
