import System
import Testing

@Suite struct ByteScannerTests {
  @Test("Fixed parts, numbers and names are read in order; what doesn't fit stays")
  func order() {
    var scanner = ByteScanner("bytes 0042-7/Mar")
    let skips = [scanner.skip("bits"), scanner.skip("bytes ")]
    #expect(skips == [false, true])
    let numbers = [
      scanner.number(digits: 3), scanner.number(digits: 2), scanner.number(), scanner.number(),
    ]
    #expect(numbers == [4, nil, 2, nil])
    let hasDash = scanner.skip("-")
    let last = scanner.number()
    let hasSlash = scanner.skip("/")
    #expect(hasDash && last == 7 && hasSlash)
    let places = [scanner.place(in: ["Jan", "Feb"]), scanner.place(in: ["Jan", "Feb", "Mar"])]
    #expect(places == [nil, 2])
    #expect(scanner.isAtEnd)
  }

  @Test(
    "Numbers up to the largest Int",
    arguments: [
      ("9223372036854775807", Int.max), ("9223372036854775808", nil), ("", nil), ("+1", nil), ("-1", nil),
      ("١", nil),
    ] as [(String, Int?)])
  func bounds(_ text: String, _ number: Int?) {
    var scanner = ByteScanner(text)
    let read = scanner.number()
    #expect(read == number)
  }
}
