extension JSONValue {
  /// The object that a line of JSON Lines is, all of it.
  package init(line: ArraySlice<UInt8>) throws(FileFault) {
    var value: JSONValue?
    try JSONRecords.read(ByteFeed(Array(line)), at: .line, keeping: nil) { value = $0.value }
    guard case .object? = value, let value else { throw FileFault("the line is not an object") }
    self = value
  }
}
