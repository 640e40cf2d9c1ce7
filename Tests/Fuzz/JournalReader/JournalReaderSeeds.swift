import ImageModel
import Planning
import Rendering
import State
import System

extension JournalReaderTarget {
  /// A journal with all kinds of lines, with checksums to be made and made, and cut and damaged in several places.
  package static func seeds() throws -> [[UInt8]] {
    let whole = lines.flatMap(\.bytes)
    let plain = lines.flatMap { $0.bytes.dropFirst(9) }
    return (0..<16).flatMap { part -> [[UInt8]] in
      let place = whole.count * part / 16
      let choices = [UInt8(place >> 8), UInt8(place & 255), UInt8(1 << (part % 8))]
      return [[0] + choices + whole, [1] + choices + plain, [1] + choices + plain.prefix(place)]
    } + [[1, 0, 0, 0] + Array("journal\t2\tj.yaml\nend\t\\-\n".utf8), [0, 0, 0, 0]]
  }

  private static var lines: [JournalLine] {
    let file = FileIdentity(bytes: 1234, modified: 1_700_000_000_123_456_789, inode: 42)
    var made = OutputOutcome()
    made.sha256 = String(repeating: "0f", count: 32)
    made.bytes = 1234
    made.findings = [Finding(.exifDropped, "EXIF can't be kept")]
    let outputs = [
      JournalOutput(path: "a/b.jpg", recipe: "0123456789abcdef", outcome: made, file: file),
      JournalOutput(
        path: "c\t\\\n.jpg", recipe: "", outcome: OutputOutcome(error: Finding(.corrupt, "é")), file: nil),
    ]
    let item = JournalItem(
      source: "p/a.jpg", id: "a", version: SourceVersion(file), sourceSHA256: nil,
      mask: JournalMask(version: SourceVersion(file), sha256: made.sha256), outputs: outputs)
    let maker = Maker(
      tool: "upright 0.1.0", recipeNumber: 1,
      shared: [Maker.Library(name: "zlib", version: "1.2.13+1f95d549")],
      drawing: [])
    return [
      .job(file: "jobs/job.yaml"), .versions(maker), .item(item), .will(path: "a/b.jpg", file: file),
      .gone(path: "old.jpg"),
      .item(
        JournalItem(source: "", id: "", version: SourceVersion(file), sourceSHA256: made.sha256, outputs: [])),
      .end(JournalEnd(fingerprint: "00ff", rows: 5, unmade: 3, manifest: file)),
    ]
  }
}
