import Foundation
import Synchronization
import TestSupport
import Testing

/// A studio beside a web server.
struct WebStudio {
  let studio: Studio
  let server: TestServer
  /// The pictures in `photos/`, which the server gives too.
  let files: [String: [UInt8]]

  /// True if libcurl is installed.
  static let hasCurl = dlopen("libcurl.so.4", RTLD_LAZY) != nil

  /// With a server that gives pictures of several formats.
  init() throws {
    var gif = TestGIF(30, 12, bits: 2) { x, y in (x + y) % 4 }
    gif.globalColors = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    var png = TestPNG(300, 120, type: 2, depth: 8) { x, y, _ in (x * 7 + y) % 256 }
    png.chunkBytes = 8192
    let files = [
      "a.jpg": try Picture.tagged(6).jpeg(), "b.png": png.file, "c.gif": gif.file,
      "d.bmp": TestBMP(30, 12, depth: 24) { x, y in x * 9 + y }.file,
    ]
    try self.init(
      files,
      TestServer { request in
        let name = request.target.prefix { $0 != "?" }.dropFirst()
        return files[String(name)].map { .file($0, to: request) } ?? .reply(404)
      })
  }

  /// With a server of its own.
  init(server: TestServer) throws { try self.init([:], server) }

  private init(_ files: [String: [UInt8]], _ server: TestServer) throws {
    (self.files, self.server) = (files, server)
    studio = try Studio()
    for (name, file) in files { try studio.folder.write(file, to: "photos/" + name) }
  }

  /// A bitmap of 72,054 bytes: more than come with its header.
  static func large(seed: Int = 0) -> [UInt8] {
    TestBMP(200, 120, depth: 24) { x, y in 40_009 * x + 517 * y + 29 * seed }.file
  }

  /// The targets of all requests for whole files.
  var wholes: [String] { server.requests.filter { $0.header("range") == nil }.map(\.target) }

  /// The URLs of all pictures.
  var urls: [String] { files.keys.sorted().map { server.url("/\($0)") } }

  /// Writes a job file whose job may reach this machine.
  func job(_ keys: String, _ sources: [String], name: String = "job", network: String = "") throws {
    let list = sources.map { "  - '\($0)'\n" }.joined()
    try studio.job("network: {\(network)allow: [127.0.0.0/8]}\n\(keys)\nsources:\n\(list)", "\(name).yaml")
  }

  func upright(_ arguments: String...) throws -> CommandRun {
    try CommandRun.upright(arguments, in: studio.folder)
  }

  /// Runs all commands on `job.yaml`, whose sources are `/a.jpg` and `/none` with `SECRET` in their URLs. The server gets
  /// the secret. No text of a command shows it, and no file but `file`.
  func checkSecret(besides file: String) throws {
    for (arguments, status) in [
      ("plan job.yaml", 1), ("plan --json job.yaml", 1), ("plan --out p.plan job.yaml", 2),
      ("run --json --stats s.jsonl --trace t.json job.yaml", 1), ("status job.yaml", 0),
      ("preview --output p.html job.yaml", 0), ("lock job.yaml", 1), ("verify job.manifest.jsonl", 0),
    ] as [(String, Int32)] {
      let run = try CommandRun.upright(
        arguments.split(separator: " ").map(String.init), in: studio.folder)
      #expect(run.ending == .exit(status), "\(arguments)")
      #expect(!(run.stdout + run.stderr).contains("SECRET"), "\(arguments)")
    }
    #expect(server.requests.contains { $0.target == "/a.jpg?X-Amz-Signature=SECRET&v=1" })
    for (name, bytes) in try studio.contents(besides: [file]) {
      #expect(bytes.firstRange(of: Array("SECRET".utf8)) == nil, "\(name)")
    }
    #expect(try studio.rows().map(\.source) == [server.url("/a.jpg?v=1"), server.url("/none")])
  }

  /// SHA-256 in hexadecimal, by coreutils.
  func sha256(_ bytes: [UInt8]) throws -> String {
    try studio.folder.write(bytes, to: "hashed")
    return try studio.sha256("hashed")
  }
}

/// A number that a test changes while a server runs.
final class Served: Sendable {
  private let number: Mutex<Int>

  init(_ number: Int) { self.number = Mutex(number) }

  var value: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}
