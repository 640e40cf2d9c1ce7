import Net
import Synchronization
import System
import TestSupport
import Testing

@testable import Survey

/// The files `robots.txt` of servers.
@Suite struct RobotsFilesTests {
  @Test("The worker of the caller reads the file and compares URLs with its rules")
  func worker() throws {
    let server = try TestServer { .file(Array("user-agent: *\ndisallow: /no".utf8), to: $0) }
    var settings = WebSettings()
    settings.policy = AddressPolicy(allowed: ["127.0.0.0/8"].compactMap { AddressRange($0) })
    let files = RobotsFiles(try WebClient(settings, agent: "test/1"))
    let work = Monitor<[@Sendable () -> Void]>([])
    let codes = Mutex<[String?]>([])
    for path in ["/yes", "/no"] {
      let worker: RobotsFiles.Worker = { piece in work.with { $0.append(piece) } }
      files.check(try WebAddress(server.url(path)), by: worker) { error in
        codes.withLock { $0.append(error?.finding.code.rawValue) }
      }
    }
    let reading = work.wait { $0.first }
    #expect(codes.withLock { $0.isEmpty })
    reading()
    let comparisons = work.wait { $0.count == 3 ? Array($0[1...]) : nil }
    #expect(codes.withLock { $0.isEmpty })
    for compare in comparisons { compare() }
    #expect(codes.withLock { $0 } == [nil, "robots"])
    #expect(server.requests.count == 1)
  }
}
