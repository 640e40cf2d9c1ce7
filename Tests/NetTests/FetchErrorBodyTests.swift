import Net
import System
import TestSupport
import Testing

/// Only the start of the body of an error or a redirect is needed.
@Suite struct FetchErrorBodyTests {
  private let bytes = randomBytes(40_000)

  /// The reply to a request, and its body.
  private func reply(most: Int, _ answer: TestServer.Answer) async throws -> (FetchReply, [UInt8]) {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let server = try TestServer { _ in answer }
    let request = try server.request(most: most)
    let reply = await fetcher.reply(to: request)
    return (reply, try reply.body(of: request))
  }

  @Test("A large page for an error is cut after 16 KiB", arguments: [302, 404, 500, 503])
  func cut(_ status: Int) async throws {
    let (reply, body) = try await reply(most: 1 << 20, .reply(status, [("ETag", "1")], body: bytes))
    #expect(reply.outcome == .status(status))
    #expect(reply.bytes == 16_384)
    #expect(body == Array(bytes[..<16_384]))
    #expect(reply.headers["etag"] == "1")
    #expect(reply.detail == "")
  }

  @Test("A page of 16 KiB is whole, and so is any success")
  func whole() async throws {
    let page = Array(bytes[..<16_384])
    #expect(try await reply(most: 1 << 20, .reply(404, body: page)).1 == page)
    for status in [200, 203] {
      let (reply, body) = try await reply(most: 40_000, .reply(status, body: bytes))
      #expect(reply.outcome == .status(status))
      #expect(body == bytes)
    }
  }

  @Test("A page larger than the limit of the request is cut there, or left out if its length is known")
  func small() async throws {
    let known = try await reply(most: 100, .reply(404, body: bytes))
    #expect(known.0.outcome == .status(404) && known.0.detail == "")
    #expect(known.1 == [])
    let endless = Array("HTTP/1.1 404 Not Found\r\n\r\n".utf8) + bytes
    for (most, count) in [(100, 100), (0, 0), (1 << 20, 16_384)] {
      // The server would send more if the client waited for it.
      let (reply, body) = try await reply(most: most, .init([.send(endless), .waitForClient]))
      #expect(reply.outcome == .status(404) && reply.detail == "")
      #expect(reply.bytes == count)
      #expect(body == Array(bytes[..<count]))
    }
  }

  @Test("A success larger than the limit is still refused")
  func success() async throws {
    let (reply, _) = try await reply(most: 100, .reply(200, body: bytes))
    #expect(reply.trouble == .largeBody)
  }
}
