import Foundation
import Net
import System
import TestSupport
import Testing

/// Requests to a server of OpenSSL that has a certificate of its own.
@Suite struct FetchTLSTests {
  private let server: TLSServer

  init() throws {
    server = try TLSServer(
      name: "pictures.example", answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
  }

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
