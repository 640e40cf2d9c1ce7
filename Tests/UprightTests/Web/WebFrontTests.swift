import Foundation
import TestSupport
import Testing

/// Crops in the upper part of large JPEGs, for which the front of a file suffices.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct WebFrontTests {
  /// 64x4000, of noise: some 800 KB.
  private static let noise = Result { try jpeg { x, y, channel in hash(x, y, channel) } }
  /// The same size. Below the first 800 rows there is little noise.
  private static let dense = Result {
    try jpeg { x, y, channel in y < 800 ? hash(x, y, channel) : hash(x, y, channel) & 3 }
  }

  /// The same with half of the chroma rows and columns. libjpeg decodes its crops, because a PNG has all chroma.
  private static let subsampled = Result { try jpeg([.init(2, 2)]) { x, y, channel in hash(x, y, channel) } }

  private static func jpeg(
    _ sampling: [TestJPEG.Sampling] = [], _ sample: (Int, Int, Int) -> UInt8
  ) throws -> [UInt8] {
    var kind = TestJPEG(.ycbcr)
    (kind.quality, kind.sampling) = (100, sampling)
    return try kind.file(TestPicture(width: 64, height: 4000, channels: 3, sample))
  }

  private static func hash(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
    UInt8(
      truncatingIfNeeded: (x &* 73_856_093 ^ y &* 19_349_663 ^ channel &* 83_492_791) &* 2_654_435_761 >> 13)
  }

  /// A job for the upper `rows` rows.
  private static func job(_ rows: Int) -> String {
    """
    hash: none
    outputs:
      - {path: '{stem}.png', crop: '0,0,64,\(rows)'}
      - {path: '{stem}-2.jpg', crop: '8,100,40,200', resize: {width: 20}}
    """
  }

  /// A studio with the picture `photos/a.jpg`, which `answer` gives too.
  private func studio(
    _ file: [UInt8], _ answer: @escaping @Sendable (TestServer.Request) -> TestServer.Answer
  ) throws -> WebStudio {
    let web = try WebStudio(server: TestServer(answer))
    try web.studio.folder.write(file, to: "photos/a.jpg")
    return web
  }

  /// Runs a job for the upper `rows` rows over the file on the disk and on the server. Outputs and rows must be the same.
  private func check(_ web: WebStudio, rows: Int = 400) throws {
    let job = Self.job(rows)
    try web.studio.job("\(job)\noutput_root: disk\nsources: [photos/a.jpg]", "disk.yaml")
    let disk = try web.upright("run", "--quiet", "disk.yaml")
    try web.job("\(job)\noutput_root: web", [web.server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == disk.ending)
    var rows = try web.studio.rows("disk.manifest.jsonl")
    for index in rows.indices { rows[index].source = web.server.url("/a.jpg") }
    #expect(try web.studio.rows() == rows)
    for row in rows where row.error == nil {
      let name = row.output ?? ""
      #expect(try web.studio.folder.read("web/\(name)") == web.studio.folder.read("disk/\(name)"))
    }
  }

  /// The ranges of all requests; nil for a whole file.
  private func ranges(_ web: WebStudio) -> [String?] { web.server.requests.map { $0.header("range") } }

  @Test("The front of the file and its last two bytes make the outputs of the whole file")
  func front() throws {
    let file = try Self.noise.get()
    let web = try studio(file) { .file(file, to: $0) }
    try check(web)
    let ranges = try ranges(web).map {
      try #require($0?.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) })
    }
    #expect(ranges.map(\.first) == [0, file.count - 2, 0])
    #expect(ranges.reduce(0) { $0 + $1[1] - $1[0] + 1 } < file.count / 3)
    let tags = web.server.requests.map { $0.header("if-match") }
    #expect(tags == [nil, "\"1\"", "\"1\""])
  }

  @Test("libjpeg makes the outputs of the front too")
  func byLibjpeg() throws {
    let file = try Self.subsampled.get()
    let web = try studio(file) { .file(file, to: $0) }
    try check(web)
    #expect(ranges(web).count == 3 && !ranges(web).contains(nil))
    #expect(try web.upright("plan", "--json", "job.yaml").stdout.contains(#""engine":"libjpeg""#))
  }

  @Test("If the crop reaches beyond the front, the whole file follows")
  func tooShort() throws {
    let file = try Self.dense.get()
    let web = try studio(file) { .file(file, to: $0) }
    try check(web, rows: 800)
    #expect(ranges(web).count == 4)
    #expect(ranges(web).last == .some(nil))
  }

  @Test("A file that is cut off fails as it does on the disk, wherever that is", arguments: [0.05, 0.6])
  func cutOff(share: Double) throws {
    let file = try Self.noise.get()
    let cut = Array(file[..<Int(Double(file.count) * share)])
    let web = try studio(cut) { .file(cut, to: $0) }
    try check(web)
    #expect(try web.studio.rows().allSatisfy { $0.error?.code == "corrupt" })
  }

  @Test("A server that gives ranges of headers alone gives the whole file")
  func withoutRanges() throws {
    let file = try Self.noise.get()
    let web = try studio(file) { request in
      request.number == 0 ? .file(file, to: request) : .reply(200, [("ETag", "\"1\"")], body: file)
    }
    try check(web)
  }

  @Test("A file that changes after its plan fails by name")
  func changed() throws {
    let file = try Self.noise.get()
    let web = try studio(file) { .file(file, etag: $0.number == 0 ? "\"1\"" : "\"2\"", to: $0) }
    try web.job(Self.job(400), [web.server.url("/a.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(1))
    #expect(try Set(web.studio.rows().map(\.error?.code)) == ["source_changed"])
  }
}
