extension TestServer {
  /// The steps that the server takes after a request.
  package struct Answer: Sendable {
    package enum Step: Sendable {
      case send([UInt8])
      /// Does nothing for so many seconds.
      case sleep(Double)
      /// Sends nothing more, and waits until the client closes the connection.
      case waitForClient
      /// Closes the connection.
      case close
      /// Ends the connection with a reset.
      case reset
    }

    package var steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }
  }
}

extension TestServer.Answer {
  /// A reply. The connection stays open. `declared` is the Content-Length, if it isn't the body's.
  package static func reply(
    _ status: Int, _ headers: [(String, String)] = [], body: [UInt8] = [], declared: Int? = nil
  ) -> Self {
    let fields = headers + (status == 304 ? [] : [("Content-Length", "\(declared ?? body.count)")])
    let lines = ["HTTP/1.1 \(status) \(reason(status))"] + fields.map { "\($0): \($1)" }
    return Self([.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)])
  }

  /// A file, as a server gives it that knows ranges, HEAD and the conditions of `ETag`.
  /// Its reply has these `fields` too.
  package static func file(
    _ bytes: [UInt8], etag: String = "\"1\"", fields: [(String, String)] = [], to request: TestServer.Request
  ) -> Self {
    let fields = [("ETag", etag), ("Accept-Ranges", "bytes")] + fields
    if request.header("if-none-match") == etag { return reply(304, fields) }
    if let wanted = request.header("if-match"), wanted != etag { return reply(412) }
    if request.method == "HEAD" { return reply(200, fields, declared: bytes.count) }
    guard let text = request.header("range") else { return reply(200, fields, body: bytes) }
    guard let range = Self.range(text, of: bytes.count) else {
      return reply(416, [("Content-Range", "bytes */\(bytes.count)")])
    }
    let content = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
    return reply(206, fields + [("Content-Range", content)], body: Array(bytes[range]))
  }

  /// The first `count` bytes of this answer, followed by `step`.
  package func cut(after count: Int, then step: Step) -> Self {
    var left = count
    var kept: [Step] = []
    for step in steps {
      if case .send(let bytes) = step {
        kept.append(.send(Array(bytes.prefix(left))))
        left -= min(left, bytes.count)
      } else {
        kept.append(step)
      }
    }
    return Self(kept + [step])
  }

  /// This answer, followed by `step`.
  package func then(_ step: Step) -> Self { Self(steps + [step]) }

  /// This answer in pieces of `count` bytes, with so many seconds before each.
  package func slowly(_ count: Int, every seconds: Double) -> Self {
    Self(
      steps.flatMap { step -> [Step] in
        guard case .send(let bytes) = step else { return [step] }
        return stride(from: 0, to: bytes.count, by: count).flatMap { start in
          [.sleep(seconds), .send(Array(bytes[start..<min(start + count, bytes.count)]))]
        }
      })
  }

  /// This answer, changed by a fault that may pass. Seven faults are equally likely.
  package func faulty(using random: inout some RandomNumberGenerator) -> Self {
    let size = steps.reduce(0) { sum, step in
      if case .send(let bytes) = step { sum + bytes.count } else { sum }
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return .reply(503, [("Retry-After", "0")], body: Array("busy".utf8))
    case 1: return .reply(429)
    case 2: return Self([.reset])
    case 3: return cut(after: size / 2, then: .reset)
    case 4: return cut(after: size - 1, then: .close)
    case 5: return .reply(206, [("Content-Range", "bytes 1-4/5")], body: [1, 2, 3])
    default: return Self([.send(Array("HTTP/1.1 2".utf8)), .close])
    }
  }

  /// The bytes of `bytes=FIRST-LAST` that a file has; nil if it has none of them.
  private static func range(_ text: String, of count: Int) -> Range<Int>? {
    let numbers = text.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] < count, numbers[0] <= numbers[1] else { return nil }
    return numbers[0]..<min(numbers[1] + 1, count)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 206: "Partial Content"
    case 304: "Not Modified"
    case 416: "Range Not Satisfiable"
    case 429: "Too Many Requests"
    case 503: "Service Unavailable"
    default: "Status"
    }
  }
}
