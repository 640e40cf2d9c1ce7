import Foundation
import FuzzTargets
import Testing

/// An input that the fuzzer once found something with, and that finds nothing any more.
struct FoundCase: Sendable, CustomTestStringConvertible {
  var target: any FuzzTarget.Type
  /// What was wrong.
  var testDescription: String
  /// At most 1 KB of base64.
  var base64: String
}

@Suite struct FoundCases {
  static let all = [
    FoundCase(
      target: ExifOrientationTarget.self,
      testDescription:
        "Of two orientation tags libexif takes the second, as the first one's values are missing",
      base64: """
        TU0AKgAAAK7/AAEAAAAEAAAAAAAEAQ8AAgAAAAYAAADkARIAAwAAAAEABgAAh2kABAAAAAEAAABUiCUABAAAAAEAAAAMAAAAkE1ha2U5OAAA
        AAAAAASSfAAHAAAABgAAAIqgAgAEAAAAAQAAAoCgAwADAAAAAQHgAACgBQAEAAAAAQAAAEIAAAAAAQIDBAUGAAICAQAEAAAAAQAAAAgCAgAE
        AAAAAQAAAAAABgAAAOQBEgADAAQAAAAAAAQBDwACAAAABgAAAOQBEgADAAAAAQAGAACHaQAEAAAAAQAAAFSIJQAEAAAAAQAAAAwAAACQTWFr
        ZXIA
        """),
    FoundCase(
      target: AnnotationsTarget.self,
      testDescription: "What expat says of a closed root followed by text depended on the pieces",
      base64: "Ajxhbm5vdGF0aW9uPjxmaWxldC8+PC9hbm5vdGF0aW9uPi5qcGddXT48L2ZpbGVuYW1lPjw="),
    FoundCase(
      target: AnnotationsTarget.self,
      testDescription: "The same behind text in the root",
      base64: "Ajxhbm5vdGF0aW9uPj48L2Fubm90YXRpb24+LmpwZ11dPjwvZmlsZW5hbWU+PA=="),
  ]

  @Test(arguments: all) func isMended(_ found: FoundCase) throws {
    #expect(found.base64.utf8.count <= 1024)
    let bytes = [UInt8](try #require(Data(base64Encoded: found.base64, options: .ignoreUnknownCharacters)))
    #expect(found.target.fault(bytes) == nil)
  }
}
