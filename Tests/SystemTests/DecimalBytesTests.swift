import Testing

@Suite struct DecimalBytesTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (-90, "-90"), (1_234_567_890, "1234567890"),
    (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
  ])
  func numbers(_ number: Int, _ digits: String) {
    var bytes = Array("x".utf8)
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == "x" + digits)
  }

  @Test func theLargest() {
    var bytes: [UInt8] = []
    bytes.append(decimal: UInt64.max)
    #expect(String(decoding: bytes, as: UTF8.self) == "18446744073709551615")
  }
}
