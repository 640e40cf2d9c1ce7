import Foundation
import Synchronization
import TestSupport

/// A folder with archives, beside a web server that gives the same archives.
struct WebArchiveStudio {
  let studio: Studio
  let server: TestServer
  private let served: ServedFiles

  static let outputs = """
    outputs:
      - {path: "{dir}/{stem}-20.jpg", resize: {width: 20}}
      - {path: "{id}.png", resize: {width: 9}}
    """

  /// With archives by their names. `answer` gives the answer to a request for a file with these bytes; by default the
  /// server knows ranges and tags.
  init(
    _ files: [String: [UInt8]],
    answer: @escaping @Sendable (TestServer.Request, [UInt8]) -> TestServer.Answer = { request, bytes in
      .file(bytes, etag: ServedFiles.tag(bytes), to: request)
    }
  ) throws {
    let served = ServedFiles(files)
    self.served = served
    server = try TestServer { request in
      let name = request.target.prefix { $0 != "?" }.dropFirst()
      return served[String(name)].map { answer(request, $0) } ?? .reply(404)
    }
    studio = try Studio()
    for (name, bytes) in files { try studio.folder.write(bytes, to: name) }
  }

  /// Changes an archive of the server.
  func change(_ name: String, _ bytes: [UInt8]) { served[name] = bytes }

  /// Writes a job file whose sources lie on this machine.
  func job(_ sources: String, _ keys: String = Self.outputs, name: String = "job") throws {
    try studio.job(
      "network: {retries: 0, allow: [127.0.0.0/8]}\nsources: \(sources)\noutput_root: \(name)-out\n\(keys)",
      "\(name).yaml")
  }

  func upright(_ arguments: String...) throws -> CommandRun {
    try CommandRun.upright(arguments, in: studio.folder)
  }

  /// The files that a job made, by their paths below its output root.
  func made(_ name: String) throws -> [String: [UInt8]] {
    let root = "\(name)-out/"
    let all = try studio.contents().filter { $0.key.hasPrefix(root) && !$0.key.contains(".upright") }
    return Dictionary(uniqueKeysWithValues: all.map { (String($0.key.dropFirst(root.count)), $0.value) })
  }

  /// The rows of a job, without `prefix` in front of their sources, and without the output root in their outputs.
  func rows(_ name: String, without prefix: String = "") throws -> [Row] {
    try studio.rows("\(name).manifest.jsonl").map { row in
      var row = row
      if row.source.hasPrefix(prefix) { row.source.removeFirst(prefix.count) }
      row.output = row.output?.replacingOccurrences(of: "\(name)-out/", with: "")
      return row
    }
  }

  /// The bytes that the ranges of all requests have together.
  func asked() -> Int {
    server.requests.compactMap { $0.header("range") }.reduce(0) { sum, range in
      let ends = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
      return sum + (ends.count == 2 ? ends[1] - ends[0] + 1 : 0)
    }
  }

  /// A tar of members.
  static func tar(_ members: [(String, [UInt8])]) -> [UInt8] {
    var tar = TarBuilder()
    for (name, bytes) in members { tar.add(name, bytes) }
    tar.end()
    return tar.bytes
  }

  /// A zip of members, which are deflated if `deflated` is true.
  static func zip(_ members: [(String, [UInt8])], deflated: Bool) throws -> [UInt8] {
    ZipBuilder(try members.map { try ZipBuilder.Entry(file: $0.0, $0.1, deflated: deflated) }).bytes
  }

  /// A solid 7z of members.
  static func sevenZip(_ members: [(String, [UInt8])]) -> [UInt8] {
    SevenZipBuilder(members.map { SevenZipBuilder.File($0.0, $0.1) }, isSolid: true).bytes
  }

  /// A RAR of members.
  static func rar(_ members: [(String, [UInt8])]) -> [UInt8] {
    var rar = RarBuilder(.five)
    for (name, bytes) in members { rar.add(name, bytes) }
    rar.end()
    return rar.bytes
  }

  /// Three members that are pictures, and one that is none.
  static func members() throws -> [(String, [UInt8])] {
    [
      ("img/b.jpg", try Picture.tagged(6, seed: 2).jpeg()), ("a.jpg", try Picture.tagged(1, seed: 1).jpeg()),
      ("img/notes.txt", Array("no picture".utf8)), ("img/deep/c.JPG", try Picture.tagged(8, seed: 3).jpeg()),
    ]
  }
}

/// Files that a test changes while a server gives them.
final class ServedFiles: Sendable {
  private let files: Mutex<[String: [UInt8]]>

  init(_ files: [String: [UInt8]]) { self.files = Mutex(files) }

  subscript(name: String) -> [UInt8]? {
    get { files.withLock { $0[name] } }
    set { files.withLock { $0[name] = newValue } }
  }

  /// A tag that differs for different files.
  static func tag(_ bytes: [UInt8]) -> String { "\"\(TestPNG.crc32(bytes))\"" }
}
