import Foundation
import TestSupport
import Testing

/// `upright verify`, of a manifest's rows.
struct VerifyRowsTests {
  @Test(
    "Rows that are missing, doubled, swapped or nobody's",
    arguments: [
      ([0, 1, 3, 4, 5], ["line 3, photos/b.jpg -> out/b-16.jpg: a row is missing here"]),
      (
        [0, 5],
        [
          "line 2, photos/a.jpg -> out/a-32.jpg: a row is missing here",
          "line 2, photos/b.jpg -> out/b-16.jpg: a row is missing here",
          "line 2, photos/b.jpg -> out/b-32.jpg: a row is missing here",
          "line 2, photos/c.jpg -> out/c-16.jpg: a row is missing here",
        ]
      ),
      (
        [0, 1, 2, 3],
        ["c-16", "c-32"].map { "line 5, photos/c.jpg -> out/\($0).jpg: a row is missing here" }
      ),
      (
        [0, 1, 1, 2, 3, 4, 5],
        ["line 3, photos/a.jpg -> out/a-32.jpg: the row is there twice or out of order"]
      ),
      (
        [0, 1, 2, 3, 4, 5, 0],
        ["line 7, photos/a.jpg -> out/a-16.jpg: the row is there twice or out of order"]
      ),
      (
        [0, 1, 3, 2, 4, 5],
        [
          "line 3, photos/b.jpg -> out/b-16.jpg: a row is missing here",
          "line 4, photos/b.jpg -> out/b-16.jpg: the row is there twice or out of order",
        ]
      ),
    ])
  func places(_ order: [Int], _ exceptions: [String]) throws {
    let made = try ProvenStudio()
    let lines = try made.lines()
    try made.write(order.map { lines[$0] })
    let sources = Set(order.map { $0 / 2 }).count
    #expect(
      try made.verify()
        == ProvenStudio.found(exceptions, rows: order.count, sources: sources, outputs: order.count))
  }

  @Test("Rows of another manifest", arguments: [0, 3, 6])
  func foreign(_ place: Int) throws {
    let made = try ProvenStudio()
    var lines = try made.lines()
    let other = lines[0].replacingOccurrences(of: "-16.jpg", with: "-8.jpg")
    lines.insert(other, at: place)
    try made.write(lines)
    let line = "line \(place + 1), photos/a.jpg -> out/a-8.jpg"
    #expect(
      try made.verify()
        == ProvenStudio.found(
          ["\(line): no such row is planned", "\(line): the output is missing"], rows: 7, outputs: 7))
  }

  @Test("A row that doesn't say how long its output is", arguments: ["output_byte", "output_byteS"])
  func lengthless(_ key: String) throws {
    let made = try ProvenStudio()
    try made.replace("output_bytes", by: key, line: 3)
    #expect(
      try made.verify()
        == ProvenStudio.found([
          "line 3, photos/b.jpg -> out/b-16.jpg: 'output_bytes', '\(key)' are not as planned"
        ]))
  }

  @Test(
    "Each key that differs is named",
    arguments: [
      (#""crop":[0,0,64,48]"#, #""crop":[0,0,64,47]"#, "'crop' is not as planned"),
      (#""id":"b""#, #""id":"c""#, "'id' is not as planned"),
      (#""status":"ok""#, #""status":"skipped""#, "'status' is not as planned"),
      (
        #""orientation":1,"display_size":[64,48]"#, #""orientation":3,"display_size":[48,64]"#,
        "'orientation', 'display_size' are not as planned"
      ),
      (#""content""#, #""contents""#, "'content', 'contents' are not as planned"),
      (#""status":"ok","#, "", "'status' is not as planned"),
      (#""tool":"upright "#, #""tool":"Upright "#, "'tool' is not as planned"),
      (#"{"source""#, #"{ "source""#, "the row is not written as upright writes it"),
      (#""libraries""#, #""tool":"upright 0","libraries""#, "'tool' is not as planned"),
      (#""warnings":[]"#, #""warnings":[{"code":"odd","message":""}]"#, "'warnings' is not as planned"),
      (
        #""error":null"#, #""error":{"code":"not_found","message":"there is no such file"}"#,
        "'error' is not as planned"
      ),
    ])
  func keys(_ text: String, _ other: String, _ fault: String) throws {
    let made = try ProvenStudio()
    try made.replace(text, by: other, line: 3)
    let run = try made.verify()
    let outputs = other.contains("error") ? 5 : 6
    #expect(
      run == ProvenStudio.found(["line 3, photos/b.jpg -> out/b-16.jpg: \(fault)"], outputs: outputs))
  }

  @Test("Hashes of a row: one that differs from the other row's, from the file, or is left out")
  func hashes() throws {
    let made = try ProvenStudio()
    let rows = try made.studio.rows()
    let source = try #require(rows[0].source_sha256)
    try made.replace(source, by: String(source.reversed()), line: 1)
    try made.replace("\"\(try #require(rows[2].source_sha256))\"", by: "null", line: 3)
    let output = try #require(rows[3].output_sha256)
    try made.replace(output, by: String(output.reversed()), line: 4)
    try made.replace("\"\(try #require(rows[4].output_sha256))\"", by: "null", line: 5)
    #expect(
      try made.verify()
        == ProvenStudio.found([
          "line 1, photos/a.jpg -> out/a-16.jpg: 'source_sha256' is not that of the source",
          "line 3, photos/b.jpg -> out/b-16.jpg: 'source_sha256' is not as planned",
          "line 4, photos/b.jpg -> out/b-32.jpg: the output is not as the manifest says: it has another SHA-256",
          "line 5, photos/c.jpg -> out/c-16.jpg: 'output_sha256' is not as planned",
        ]))
  }

  @Test("Lines that are no rows")
  func noRows() throws {
    let made = try ProvenStudio()
    var lines = try made.lines()
    lines[1] = "[1]"
    lines[3] = "{}"
    try made.studio.folder.write(lines.joined(separator: "\n"), to: ProvenStudio.manifest)
    #expect(
      try made.verify()
        == ProvenStudio.found(
          [
            "line 2, photos/a.jpg -> out/a-32.jpg: the line is not an object",
            "line 4, photos/b.jpg -> out/b-32.jpg: the line has no 'source'",
            "line 6, photos/c.jpg -> out/c-32.jpg: the line has no end",
          ], outputs: 4))
    #expect(
      try made.verify("--outputs-only")
        == ProvenStudio.found(
          [
            "line 2: the line is not an object", "line 4: the line has no 'source'",
            "line 6, photos/c.jpg -> out/c-32.jpg: the line has no end",
          ], sources: 0, outputs: 4))
  }

  @Test("Without sources rows are looked at by themselves")
  func byThemselves() throws {
    let made = try ProvenStudio()
    var lines = try made.lines()
    lines[0] = lines[0].replacingOccurrences(of: #""id""#, with: #""ID""#)
    lines[2] = lines[2].replacingOccurrences(of: #""id":"b","#, with: "")
    lines[3] = lines[3].replacingOccurrences(of: #""tool":"upright "#, with: #""tool":"Upright "#)
    lines.append(lines[5])
    try made.write(lines)
    #expect(
      try made.verify("--outputs-only")
        == ProvenStudio.found(
          [
            "line 1, photos/a.jpg -> out/a-16.jpg: 'ID' is no key of a row, or is there twice",
            "line 3, photos/b.jpg -> out/b-16.jpg: 'id' is missing",
            "line 4, photos/b.jpg -> out/b-32.jpg: 'tool' is not as in other rows",
            "line 7, photos/c.jpg -> out/c-32.jpg: the row is there twice or out of order",
          ], rows: 7, sources: 0, outputs: 7))
  }
}
