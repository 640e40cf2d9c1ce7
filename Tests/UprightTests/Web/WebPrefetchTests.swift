import Foundation
import ImageModel
import Synchronization
import TestSupport
import Testing

/// Pictures that are fetched ahead of their images, from two servers: `slow` comes first in each plan.
@Suite(.enabled(if: WebStudio.hasCurl, "libcurl is not there"))
struct WebPrefetchTests {
  /// The paths of whole pictures that were asked for.
  private final class Asked: Sendable {
    private let paths = Mutex<Set<String>>([])
    private let change = DispatchSemaphore(value: 0)

    var count: Int { paths.withLock { $0.count } }

    func add(_ path: String) {
      paths.withLock { _ = $0.insert(path) }
      change.signal()
    }

    /// Waits until so many paths were asked for.
    func wait(for count: Int) {
      while self.count < count { change.wait() }
      change.signal()
    }
  }

  /// Two servers with the same picture at each path, which doesn't come whole with its header. `slow` answers requests for whole pictures by `answer`, or those
  /// for headers if `headers` is true. Its sources come first, because plans sort sources.
  private struct Servers {
    let slow, quick: TestServer
    let asked = Asked()

    init(
      headers: Bool = false,
      _ answer: @escaping @Sendable (TestServer.Request, Asked, [UInt8]) -> TestServer.Answer
    ) throws {
      let picture = WebStudio.large()
      let (asked, slowPort) = (asked, Served(0))
      let servers = try (0..<2).map { _ in
        try TestServer { request in
          if (request.header("range") != nil) != headers { return .file(picture, to: request) }
          if request.header("host") == "127.0.0.1:\(slowPort.value)" {
            return answer(request, asked, picture)
          }
          asked.add(request.target)
          return .file(picture, to: request)
        }
      }.sorted { "\($0.port)" < "\($1.port)" }
      (slow, quick) = (servers[0], servers[1])
      slowPort.value = slow.port
    }

    /// URLs of both.
    func urls(slow: Int, quick: Int) -> [String] {
      (0..<slow).map { self.slow.url("/s\($0).jpg") } + (0..<quick).map { self.quick.url("/q\($0).jpg") }
    }

    func wholes(_ server: TestServer) -> [String] {
      server.requests.filter { $0.header("range") == nil }.map(\.target)
    }
  }

  private static let keys = "outputs: [{path: '{stem}.jpg', resize: {width: 8}}]\noutput_root: out"

  @Test("A server that answers last holds up no picture of another one", arguments: ["process", "none"])
  func slowHost(isolation: String) throws {
    // More pictures than there are threads and requests at a time.
    let count = 70
    let servers = try Servers { request, asked, picture in
      asked.wait(for: count)
      return .file(picture, to: request)
    }
    let web = try WebStudio(server: servers.slow)
    let keys = "\(Self.keys)\nisolation: \(isolation)"
    try web.job(keys, servers.urls(slow: 100, quick: count), network: "per_host: 32, ")
    #expect(try web.upright("run", "--quiet", "--jobs", "1", "job.yaml") == CommandRun(.exit(0)))
    #expect(servers.wholes(servers.slow).count == 100)
    #expect(servers.wholes(servers.quick).count == count)
    #expect(try web.studio.rows().allSatisfy { $0.error == nil })
  }

  @Test("A host that asks for pauses gets no request in them, and another one goes on")
  func pausedHost() throws {
    let count = 20
    let times = Mutex<[(status: Int, time: TimeInterval)]>([])
    let servers = try Servers { request, asked, picture in
      let isReady = asked.count == count
      times.withLock { $0.append((isReady ? 200 : 429, ProcessInfo.processInfo.systemUptime)) }
      return isReady ? .file(picture, to: request) : .reply(429, [("Retry-After", "2")])
    }
    let web = try WebStudio(server: servers.slow)
    try web.job(Self.keys, servers.urls(slow: 80, quick: count), network: "per_host: 1, retries: 20, ")
    #expect(try web.upright("run", "--quiet", "--jobs", "2", "job.yaml") == CommandRun(.exit(0)))
    let seen = times.withLock { $0 }
    #expect(seen.count { $0.status == 200 } == 80)
    for (one, next) in zip(seen, seen.dropFirst()) where one.status == 429 {
      #expect(next.time - one.time >= 2)
    }
  }

  @Test("All pictures come though few files may be open")
  func fewFiles() throws {
    let picture = WebStudio.large()
    let server = try TestServer { .file(picture, to: $0) }
    let web = try WebStudio(server: server)
    try web.job(Self.keys, (0..<300).map { server.url("/\($0).jpg") }, network: "per_host: 64, ")
    let run = try web.studio.shell("ulimit -n 96; exec upright run --quiet --jobs 2 job.yaml")
    #expect(run == CommandRun(.exit(0)))
  }

  @Test("Only pictures of missing outputs are fetched")
  func current() throws {
    let servers = try Servers { request, _, picture in .file(picture, to: request) }
    let web = try WebStudio(server: servers.slow)
    try web.job(Self.keys + "\nexisting: keep", servers.urls(slow: 3, quick: 3))
    // Outputs that others made are kept.
    try web.studio.folder.write([1], to: "out/s1.jpg")
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(servers.wholes(servers.slow).sorted() == ["/s0.jpg", "/s2.jpg"])
    #expect(servers.wholes(servers.quick).sorted() == ["/q0.jpg", "/q1.jpg", "/q2.jpg"])
    try FileManager.default.removeItem(atPath: web.studio.folder.path("out/q1.jpg"))
    #expect(try web.upright("run", "--quiet", "job.yaml").ending == .exit(0))
    #expect(servers.wholes(servers.slow).count == 2)
    #expect(servers.wholes(servers.quick).count { $0 == "/q1.jpg" } == 2)
    #expect(servers.wholes(servers.quick).count == 4)
  }

  @Test("With 'policy: stop', images are made in the order of their sources until the first failure")
  func stop() throws {
    let servers = try Servers { request, _, picture in
      request.target == "/s2.jpg" ? .reply(404) : .file(picture, to: request)
    }
    let web = try WebStudio(server: servers.slow)
    try web.job(Self.keys + "\non_error: {policy: stop}", servers.urls(slow: 5, quick: 90))
    #expect(try web.upright("run", "--quiet", "--jobs", "1", "job.yaml").ending == .exit(1))
    let rows = try web.studio.rows().map(\.error?.code)
    #expect(rows == [nil, nil, "http_404"] + Array(repeating: "stopped", count: 92))
  }

  @Test("With 'policy: stop', files and URLs are made in one order")
  func stopAmongFiles() throws {
    let (picture, large) = (try Picture().jpeg(), WebStudio.large())
    let server = try TestServer { .file($0.target == "/u1.jpg" ? large : picture, to: $0) }
    let web = try WebStudio(server: server)
    let files = (0..<20).map { "\(web.studio.folder.path)/p/\($0 + 10).jpg" }
    for (number, file) in files.enumerated() {
      let bytes = number == 10 ? Array(picture[..<(picture.count / 2)]) : picture
      try web.studio.folder.write(bytes, to: "p/\(number + 10).jpg")
      #expect(FileManager.default.fileExists(atPath: file))
    }
    try web.job(
      Self.keys + "\non_error: {policy: stop}", files + (0..<3).map { server.url("/u\($0).jpg") })
    #expect(try web.upright("run", "--quiet", "--jobs", "1", "job.yaml").ending == .exit(1))
    let codes = try web.studio.rows().map(\.error?.code)
    let first = try #require(codes.firstIndex { $0 != nil })
    // No row behind the failed one is made.
    #expect(codes[(first + 1)...].allSatisfy { $0 == "stopped" }, "\(codes)")
  }

  @Test("A picture with damage for which libjpeg needs more memory is fetched once")
  func again() throws {
    let options = EncodeOptions.jpeg(quality: 90, progressive: true)
    let whole = try Picture(width: 1600, height: 1200, options: options).jpeg()
    let server = try TestServer { .file(Array(whole[..<(whole.count / 2)]), to: $0) }
    let web = try WebStudio(server: server)
    try web.job(Self.keys + "\ndecode: {on_corrupt: none}", [server.url("/p.jpg")])
    #expect(try web.upright("run", "--quiet", "job.yaml") == CommandRun(.exit(0)))
    #expect(try web.studio.rows()[0].notes.map(\.code).contains("decoded_by_libjpeg"))
    #expect(server.requests.count { $0.header("range") == nil } == 1)
  }

  @Test("Pictures larger than the memory for pictures are made")
  func large() throws {
    // 36 MB each; the memory leaves no room for pictures beside the largest image.
    let bitmap = TestBMP(4000, 3000, depth: 24) { x, y in x ^ y }.file
    let picture = try Picture().jpeg()
    let server = try TestServer { request in
      .file(request.target.hasSuffix(".bmp") ? bitmap : picture, to: request)
    }
    let web = try WebStudio(server: server)
    let names = ["a.jpg", "b.bmp", "c.jpg", "d.bmp", "e.jpg", "f.jpg"]
    try web.job(Self.keys, names.map { server.url("/\($0)") })
    #expect(
      try web.upright("run", "--quiet", "--memory", "100MB", "--jobs", "3", "job.yaml").ending == .exit(0))
    #expect(try web.studio.rows().map(\.error?.code) == Array(repeating: nil, count: 6))
  }

  @Test("A server that answers last holds up no header of another one, and the plan is in order")
  func slowHeaders() throws {
    // More sources of each host than there are requests at a time.
    let count = 150
    let servers = try Servers(headers: true) { request, asked, picture in
      asked.wait(for: count)
      return .file(picture, to: request)
    }
    let web = try WebStudio(server: servers.slow)
    let urls = servers.urls(slow: 150, quick: count)
    try web.job(Self.keys, urls, network: "per_host: 32, ")
    let run = try web.upright("plan", "--json", "--jobs", "1", "job.yaml")
    #expect(run.ending == .exit(0))
    let sources = run.stdout.matches(of: /"source":"([^"]*)"/).map { String($0.1) }
    #expect(sources == urls.sorted())
  }

  @Test("A host that asks for pauses gets no request for a header in them, and another one goes on")
  func pausedHeaders() throws {
    let count = 100
    let times = Mutex<[(status: Int, time: TimeInterval)]>([])
    let servers = try Servers(headers: true) { request, asked, picture in
      let isReady = asked.count == count
      times.withLock { $0.append((isReady ? 200 : 429, ProcessInfo.processInfo.systemUptime)) }
      return isReady ? .file(picture, to: request) : .reply(429, [("Retry-After", "2")])
    }
    let web = try WebStudio(server: servers.slow)
    try web.job(Self.keys, servers.urls(slow: 100, quick: count), network: "per_host: 1, retries: 20, ")
    #expect(try web.upright("plan", "job.yaml").ending == .exit(0))
    let seen = times.withLock { $0 }
    #expect(seen.count { $0.status == 200 } == 100)
    for (one, next) in zip(seen, seen.dropFirst()) where one.status == 429 {
      #expect(next.time - one.time >= 2)
    }
  }

  @Test(
    "A long pause is told once, and a short one isn't", arguments: [(29, false), (30, true), (700, true)])
  func told(_ seconds: Int, isTold: Bool) throws {
    let server = try TestServer { _ in .reply(429, [("Retry-After", "\(seconds)")]) }
    let web = try WebStudio(server: server)
    try web.job(Self.keys, [server.url("/a.jpg")], network: "retries: 0, ")
    let run = try web.upright("run", "--quiet", "job.yaml")
    #expect(run.ending == .exit(1))
    // No pause is longer than ten minutes.
    let line =
      "job: warning: 127.0.0.1:\(server.port) gets no request for \(min(seconds, 600)) s, because it answered 429\n"
    #expect(run.stderr.hasPrefix(line) == isTold)
    #expect(run.stderr.components(separatedBy: "gets no request").count == (isTold ? 2 : 1))
  }
}
