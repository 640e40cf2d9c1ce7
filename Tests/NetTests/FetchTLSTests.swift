import Foundation
import Net
import System
import TestSupport
import Testing

/// Requests to a server of OpenSSL that has a certificate of its own.
@Suite struct FetchTLSTests {
  private let server: TLSServer

  init() throws { server = try TLSServer(name: "pictures.example") }

  /// The reply to a request for the server's file, under a name.
  private func reply(_ name: String, certificates: String?) async throws -> (FetchReply, [UInt8]) {
    let fetcher = try ThreadFetcher(policy: AddressPolicy(allowed: loopback), certificates: certificates)
    var request = try FetchRequest(
      WebAddress("https://\(name):\(server.port)/file"), trust: .listed, most: 1000)
    request.addresses = [NetworkAddress(v4: 0x7F00_0001)]
    let reply = await fetcher.reply(to: request)
    return (reply, try reply.body(of: request))
  }

  @Test("A certificate that is trusted, for a name and an address")
  func trusted() async throws {
    for name in ["pictures.example", "127.0.0.1"] {
      let (reply, body) = try await reply(name, certificates: server.certificate)
      #expect(reply.outcome == .status(200))
      #expect(body == Array("hello".utf8))
    }
  }

  @Test("The file of certificates is read once, however many connections follow")
  func readOnce() async throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy(), certificates: server.certificate)
    for _ in 0..<3 {
      let request = try FetchRequest(
        WebAddress("https://127.0.0.1:\(server.port)/file"), trust: .operator, most: 1000)
      #expect(await fetcher.reply(to: request).outcome == .status(200))
      // The server closes each connection after its reply.
      unlink(server.certificate)
    }
  }

  @Test("A certificate that nobody trusts")
  func untrusted() async throws {
    let (reply, body) = try await reply("pictures.example", certificates: nil)
    #expect(reply.trouble == .tls)
    #expect(reply.detail.contains("self-signed certificate"))
    #expect(body == [])
  }

  @Test("A certificate for another name")
  func otherName() async throws {
    let (reply, _) = try await reply("other.example", certificates: server.certificate)
    #expect(reply.trouble == .tls)
    #expect(reply.detail.contains("other.example"))
  }

  @Test("A missing file of certificates")
  func missingFile() async throws {
    let (reply, _) = try await reply("pictures.example", certificates: server.certificate + ".missing")
    #expect(reply.trouble == .tls)
  }
}

/// `openssl s_server` on 127.0.0.1, which gives `/file`: "hello".
private final class TLSServer {
  let port: Int
  /// The path of its certificate.
  let certificate: String
  private let folder: TemporaryDirectory
  private let process: pid_t

  init(name: String) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    certificate = folder.path("certificate.pem")
    try folder.write("hello", to: "file")
    let made = try CommandRun.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=test", "-addext", "subjectAltName=DNS:\(name),IP:127.0.0.1",
        "-keyout", folder.path("key.pem"), "-out", certificate,
      ], in: folder.path)
    try #require(made.ending == .exit(0), "\(made.stderr)")
    for stream in ["out", "err"] { try folder.write("", to: stream) }
    process = try CommandRun.spawn(
      [
        "/usr/bin/openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate,
        "-key", folder.path("key.pem"), "-WWW",
      ], in: folder.path, environment: [:],
      streams: ["/dev/null", folder.path("out"), folder.path("err")])
    port = try Self.port(in: folder)
  }

  deinit {
    kill(process, SIGKILL)
    _ = try? CommandRun.ending(of: process)
  }

  /// The port that the server has written, within ten seconds.
  private static func port(in folder: TemporaryDirectory) throws -> Int {
    for _ in 0..<1000 {
      for line in String(decoding: try folder.read("out"), as: UTF8.self).split(separator: "\n")
      where line.hasPrefix("ACCEPT 127.0.0.1:") {
        if let port = Int(line.dropFirst("ACCEPT 127.0.0.1:".count)) { return port }
      }
      usleep(10_000)
    }
    throw TestSupport.SystemError("openssl s_server")
  }
}
