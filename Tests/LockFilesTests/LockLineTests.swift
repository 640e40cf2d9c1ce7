import ImageModel
import JSON
import LockFiles
import Reporting
import Survey
import System
import Testing

/// Lines of locks, written and read.
@Suite struct LockLineTests {
  private static let zeros = String(repeating: "0", count: 48)
  private static let header = ManifestHeader(
    jobSHA256: "0a", tool: "upright 9", recipeNumber: 7,
    libraries: LibraryVersions([
      "5.2.1", "2.14", "3.6.0", "1.0.0", "1.0.11", "1.14", "2.1.5+01234567", "1.6.39", "0.20.2", "4.5.0",
      "1.2.4",
      "1.2.13",
    ]) ?? .loaded())

  private static func sum() throws -> FileHash {
    FileHash(bytes: 12, sha256: try #require(Checksum(hexadecimal: "fedcba9876543210" + zeros)))
  }

  /// Every kind of line with its text.
  private static func lines() throws -> [(line: LockLine, text: String)] {
    let sum = try sum()
    return [
      (
        .header(header),
        #"{"lock":2,"job_sha256":"0a","tool":"upright 9","#
          + #""recipe_number":7,"libraries":{"giflib":"5.2.1","lcms2":"2.14","libaom":"3.6.0","libdav1d":"1.0.0","libde265":"1.0.11","libdeflate":"1.14","libjpeg-turbo":"2.1.5+01234567","libpng":"1.6.39","libraw":"0.20.2","libtiff":"4.5.0","libwebp":"1.2.4","zlib":"1.2.13"}}"#
      ),
      (
        .annotations("a/\"é\".json", sum),
        #"{"annotations":"a/\"é\".json","bytes":12,"sha256":"fedcba9876543210\#(zeros)"}"#
      ),
      (.annotations("a.json", nil), #"{"annotations":"a.json","bytes":null,"sha256":null}"#),
      (
        .source(LockedSource(source: "b.jpg", id: "b", sum: sum, recipe: String(repeating: "e", count: 32))),
        #"{"source":"b.jpg","id":"b","bytes":12,"sha256":"fedcba9876543210\#(zeros)","#
          + #""recipe":"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"}"#
      ),
      (
        .source(LockedSource(source: "b.jpg", id: "", sum: nil, recipe: String(repeating: "1", count: 32))),
        #"{"source":"b.jpg","id":"","bytes":null,"sha256":null,"recipe":"11111111111111111111111111111111"}"#
      ),
    ]
  }

  private static func feed(_ lines: [String]) -> ByteFeed {
    ByteFeed(Array(lines.joined(separator: "\n").utf8))
  }

  /// Why a lock of these lines behind a header isn't read to its end.
  private static func fault(_ lines: String...) throws -> LockFault? {
    let header = try Self.lines()[0].text
    return #expect(throws: LockFault.self) { try LockReader.read(feed([header] + lines)) { _ in } }
  }

  /// A job that draws names the libraries for that behind the others.
  @Test func theHeaderOfAJobThatDraws() throws {
    var header = Self.header
    header.libraries = try #require(
      LibraryVersions(Self.header.libraries.all.map(\.version) + ["1.16.0", "2.14.1", "2.54.7", "1.50.12"]))
    let text = try JSONText.encode(LockLine.header(header))
    let drawing = #""cairo":"1.16.0","fontconfig":"2.14.1","librsvg":"2.54.7","pango":"1.50.12""#
    #expect(text.hasSuffix(#""zlib":"1.2.13",\#(drawing)}}"#))
    #expect(try LockLine(line: Array(text.utf8)[...]) == .header(header))
    let half = text.replacing(#","librsvg":"2.54.7""#, with: "")
    #expect(throws: FileFault.self) { try LockLine(line: Array(half.utf8)[...]) }
  }

  @Test func theTextHasAllKeysInTheirOrder() throws {
    for (line, text) in try Self.lines() { #expect(try JSONText.encode(line) == text) }
  }

  @Test func theLinesAreReadAsTheyWereWritten() throws {
    let lines = try Self.lines()
    var read: [LockLine] = []
    try LockReader.read(Self.feed(lines.map(\.text) + [""])) { read.append($0) }
    #expect(read == lines.map(\.line))
    read = []
    try LockReader.read(Self.feed(lines.map { $0.text + "\r" })) { read.append($0) }
    #expect(read == lines.map(\.line))
  }

  /// A lock that was cut off anywhere but between lines is damaged, and the last line named.
  @Test func aCutIsNoticed() throws {
    let lines = try Self.lines().map(\.text)
    for cut in 1..<lines[3].utf8.count {
      let text = lines[0...2].joined(separator: "\n") + "\n" + lines[3].prefix(cut)
      let fault = #expect(throws: LockFault.self) {
        try LockReader.read(ByteFeed(Array(text.utf8))) { _ in }
      }
      #expect(fault?.line == 4)
    }
  }

  /// A byte of a line that is another one makes another line, or none.
  @Test func everyByteCounts() throws {
    for (line, text) in try Self.lines() {
      for place in text.utf8.indices {
        var bytes = Array(text.utf8)
        bytes[text.utf8.distance(from: text.utf8.startIndex, to: place)] ^= 1
        let other = try? LockLine(line: bytes[...])
        #expect(other != line, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: ["", "{}", #"{"source":"a.jpg","id":"a"}"#, "photos", #"{"lock" :1}"#])
  func whatIsNoLockIsNamedAsThat(_ text: String) {
    #expect(throws: LockFault(line: 1, message: "the file is no lock")) {
      try LockReader.read(ByteFeed(Array(text.utf8))) { _ in }
    }
  }

  @Test func anotherFormatIsToldBeforeItsKeys() {
    #expect(
      throws: LockFault(
        line: 1, message: "the lock has format 3, and this version of upright reads format 2")
    ) {
      try LockReader.read(ByteFeed(Array(#"{"lock":3,"more":[]}"#.utf8))) { _ in }
    }
  }

  @Test func whatIsWrongWithALineIsTold() throws {
    let hash = "fedcba9876543210" + Self.zeros
    let keys = "the line has not exactly these keys: source, id, bytes, sha256, recipe"
    #expect(try Self.fault("[]") == LockFault(line: 2, message: "the line is not an object"))
    #expect(try Self.fault(#"{"source":"a.jpg","id":"a"}"#) == LockFault(line: 2, message: keys))
    #expect(
      try Self.fault(#"{"source":"a","source":"a","id":"a","bytes":null,"sha256":null,"recipe":""}"#)
        == LockFault(line: 2, message: keys))
    #expect(
      try Self.fault(#"{"source":"a","id":"a","bytes":null,"sha256":null,"recipe":"12"}"#)
        == LockFault(line: 2, message: "'recipe' is not 32 digits"))
    #expect(
      try Self.fault(#"{"annotations":"a","bytes":-1,"sha256":"\#(hash)"}"#)
        == LockFault(line: 2, message: "'bytes' is not a number of bytes"))
    #expect(
      try Self.fault(#"{"annotations":"a","bytes":1,"sha256":null}"#)
        == LockFault(line: 2, message: "'sha256' is not a text"))
    #expect(
      try Self.fault(#"{"annotations":"a","bytes":1,"sha256":"\#(hash.uppercased())"}"#)
        == LockFault(line: 2, message: "'sha256' is not 64 hexadecimal digits"))
  }

  @Test func linesHaveTheirOrder() throws {
    let lines = try Self.lines().map(\.text)
    #expect(try Self.fault(lines[3], lines[1]) == LockFault(line: 3, message: "the line is out of order"))
    #expect(try Self.fault(lines[0]) == LockFault(line: 2, message: "the line is out of order"))
  }

  @Test func whatTakesALineMayRefuseIt() throws {
    let lines = try Self.lines().map(\.text)
    #expect(throws: LockFault(line: 3, message: "no")) {
      try LockReader.read(Self.feed(lines)) { line throws(FileFault) in
        if case .annotations(_, nil) = line { throw FileFault("no") }
      }
    }
  }
}
