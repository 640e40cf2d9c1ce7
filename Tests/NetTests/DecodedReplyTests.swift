import Net
import System
import TestSupport
import Testing

/// Replies that a server encoded although nobody asked it to.
@Suite struct DecodedReplyTests {
  private let file = randomBytes(3000) + [UInt8](repeating: 9, count: 5000)

  /// The decoded reply of a server that sends these fields and this body.
  private func decoded(
    _ encodings: [String], _ body: [UInt8], status: Int = 200, most: Int = 8000
  ) throws -> WebReply {
    let fields = encodings.map { ("Content-Encoding", $0) } + [("ETag", "\"1\"")]
    let server = try TestServer { _ in .reply(status, fields, body: body) }
    return try testClient().get(try server.get(most: 20_000)).decoded(most: most)
  }

  @Test("A whole file is decoded", arguments: [["gzip"], ["X-Gzip"], ["identity", " GZIP "], ["", "gzip"]])
  func gzip(_ encodings: [String]) throws {
    let reply = try decoded(encodings, try GzipProgram.compressed(file))
    #expect(reply.outcome == .status(200))
    #expect(reply.bytes == 8000)
    #expect(try reply.whole() == file)
    #expect(!reply.isEncoded)
    #expect(reply.headers["etag"] == "\"1\"")
    #expect(reply.headers["content-encoding"] == nil && reply.headers["content-length"] == nil)
  }

  @Test("Deflate has a header of zlib, or none")
  func deflate() throws {
    let gzip = try GzipProgram.compressed(file)
    // The header has 10 bytes, and 8 follow the data (RFC 1952, section 2.3).
    #expect(try decoded(["deflate"], Array(gzip[10..<gzip.count - 8])).whole() == file)
    #expect(try decoded(["deflate"], TestPNG.stored(file)).whole() == file)
  }

  @Test("A file that isn't encoded stays as it is", arguments: [[], ["identity"], [""]])
  func identity(_ encodings: [String]) throws {
    let reply = try decoded(encodings, file)
    #expect(!reply.isEncoded)
    #expect(try reply.whole() == file)
    #expect(reply.headers["content-length"] == "8000")
  }

  @Test(
    "Other encodings, and more than one, stay as they are",
    arguments: [["br"], ["gzip, gzip"], ["gzip", "br"], ["zstd"], ["compress"]])
  func others(_ encodings: [String]) throws {
    let body = TestSVG.compressed(file)
    let reply = try decoded(encodings, body)
    #expect(reply.isEncoded)
    #expect(try reply.whole() == body)
  }

  @Test("Damaged data stays as it is", arguments: ["gzip", "deflate"])
  func damaged(_ encoding: String) throws {
    for body in [[], [1, 2, 3], Array(TestSVG.compressed(file).dropLast())] as [[UInt8]] {
      let reply = try decoded([encoding], body)
      #expect(reply.outcome == .status(200) && reply.isEncoded)
      #expect(try reply.whole() == body)
    }
  }

  @Test("A part of a file and an error aren't decoded", arguments: [404, 500])
  func otherStatuses(_ status: Int) throws {
    let reply = try decoded(["gzip"], TestSVG.compressed(file), status: status)
    #expect(reply.outcome == .status(status) && reply.isEncoded)
  }

  @Test("A file that is too large is trouble, encoded or not")
  func large() throws {
    for (encodings, body) in [(["gzip"], TestSVG.compressed(file)), ([], file)] {
      let reply = try decoded(encodings, body, most: 7999)
      #expect(reply.outcome == .trouble(.largeBody))
      #expect(reply.body == nil && reply.bytes == 0)
    }
  }

  @Test("Encoded noise is larger than the noise, but no larger than is allowed for")
  func noise() throws {
    for count in [0, 1, 1000, 1_000_000] {
      #expect(TestSVG.compressed(randomBytes(count)).count <= WebReply.encodedBytes(of: count))
    }
    #expect(WebReply.encodedBytes(of: .max) == .max)
  }
}
