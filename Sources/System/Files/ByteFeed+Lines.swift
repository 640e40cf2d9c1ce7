extension ByteFeed {
  /// Calls `body` with each line, without its end, and its number from 1. Lines end in LF or CRLF.
  package func forEachLine(_ body: (_ line: ArraySlice<UInt8>, _ number: Int) throws(FileFault) -> Void)
    throws(FileFault)
  {
    var number = 0
    var rest: [UInt8] = []
    func checkLength(_ line: ArraySlice<UInt8>) throws(FileFault) {
      if line.count > FixedLimits.Text.lineBytes {
        throw FileFault("line \(number + 1) is longer than \(FixedLimits.Text.lineBytes >> 20) MiB")
      }
    }
    func take(_ line: ArraySlice<UInt8>) throws(FileFault) {
      try checkLength(line)
      number += 1
      try body(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number)
    }
    try forEachPiece { piece throws(FileFault) in
      var start = rest.count
      rest += piece
      var lineStart = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        try take(rest[lineStart..<end])
        lineStart = end + 1
        start = lineStart
      }
      rest.removeFirst(lineStart)
      try checkLength(rest[...])
    }
    if !rest.isEmpty { try take(rest[...]) }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as text; nil if they aren't UTF-8.
  package var text: String? { String(validating: self, as: UTF8.self) }
}
