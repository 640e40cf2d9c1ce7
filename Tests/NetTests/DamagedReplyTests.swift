import Net
import System
import TestSupport
import Testing

@Suite struct DamagedReplyTests {
  private static let replies = [
    "HTTP/1.1 200 OK\r\nContent-Length: 40\r\nETag: \"1\"\r\n\r\n" + String(repeating: "abcd", count: 10),
    "HTTP/1.1 206 Partial\r\nContent-Range: bytes 10-19/100\r\nContent-Length: 10\r\n\r\n0123456789",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n10\r\n0123456789abcdef\r\n0\r\nA: b\r\n\r\n",
    "HTTP/1.1 103 Early\r\nETag: \"0\"\r\n\r\nHTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.0 503 Busy\r\nRetry-After: 120\r\nx-amz-request-id: 7\r\n\r\nslow down",
    "HTTP/1.1 304 Not Modified\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n folded\r\n\r\n",
  ].map { Array($0.utf8) }

  /// A reply with some bytes changed, removed or repeated.
  private static func damaged(_ number: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(number))
    var bytes = replies[number % replies.count]
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      let end = min(place + Int.random(in: 1...20, using: &random), bytes.count)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] = Array("\r\n :0-9aA\0".utf8).randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(place..<end)
      default: bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }

  @Test("Whatever a server sends, a request ends, with at most the bytes it asked for")
  func damaged() async throws {
    let fetcher = try ThreadFetcher(policy: AddressPolicy())
    let server = try TestServer { request in
      .init([.send(Self.damaged(Int(request.target.dropFirst()) ?? 0)), .close])
    }
    try await withThrowingTaskGroup(of: FetchReply.Outcome.self) { group in
      for thread in 0..<8 {
        for number in 0..<250 {
          group.addTask {
            var request = try server.request("/\(thread * 250 + number)", most: 30)
            if number % 2 == 0 { request.range = 10..<20 }
            let reply = await fetcher.reply(to: request)
            #expect(reply.bytes <= 30)
            if case .status(let status) = reply.outcome { #expect(status >= 200) }
            if reply.outcome == .status(206) { #expect(reply.bytes == 10) }
            return reply.outcome
          }
        }
      }
      let outcomes = try await group.reduce(into: Set()) { $0.insert($1) }
      let never: Set<FetchReply.Outcome> = [
        .trouble(.stall), .trouble(.timeLimit), .trouble(.failed), .trouble(.target), .trouble(.noConnection),
      ]
      #expect(outcomes.isDisjoint(with: never))
      #expect(
        outcomes.isSuperset(of: [.status(200), .status(304), .trouble(.shortBody), .trouble(.badReply)]))
    }
  }
}
