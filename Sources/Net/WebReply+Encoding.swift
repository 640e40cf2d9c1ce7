import System

/// Bodies that a server encodes although nobody asked it to (RFC 9110, section 8.4).
extension WebReply {
  /// True if the body isn't the file itself.
  package var isEncoded: Bool { !codings.isEmpty }

  /// The most bytes of an encoded file of `bytes` bytes. Data that can't be compressed grows by a few bytes in each
  /// block.
  package static func encodedBytes(of bytes: Int) -> Int {
    let (sum, isOver) = bytes.addingReportingOverflow(bytes / 256 + 1024)
    return isOver ? bytes : sum
  }

  /// This reply with the whole file as its body, if the server encoded the file once by gzip or deflate. A file of more
  /// than `most` bytes leads to ``FetchTrouble/largeBody``, encoded or not. A reply with a part of a file, a damaged
  /// body or another encoding stays as it is.
  package func decoded(most: Int) -> WebReply {
    guard outcome == .status(200), let body else { return self }
    let codings = codings
    if codings.isEmpty { return bytes > most ? ended(by: .largeBody) : self }
    guard codings.count == 1, let coding = codings.first else { return self }
    do throws(SystemError) {
      for wrapping in Self.wrappings(of: coding) {
        switch try body.inflated(
          bytes, wrapping, within: most, ratio: FixedLimits.Web.inflationRatio)
        {
        case .damaged: continue
        case .large: return ended(by: .largeBody)
        case .file(let file, let bytes):
          let headers = headers.without(["content-encoding", "content-length"])
          return WebReply(outcome: outcome, headers: headers, body: file, bytes: bytes)
        }
      }
      return self
    } catch { return ended(by: .target, error.message) }
  }

  private func ended(by trouble: FetchTrouble, _ detail: String = "") -> WebReply {
    WebReply(outcome: .trouble(trouble), headers: headers, body: nil, bytes: 0, detail: detail)
  }

  /// The encodings of the body, in lower case.
  private var codings: [String] {
    headers.values(of: "content-encoding").flatMap { $0.lowercased().split(separator: ",") }
      .map { $0.filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty && $0 != "identity" }
  }

  /// The forms that data of an encoding has (RFC 9110, sections 8.4.1.2 and 8.4.1.3); none if Upright doesn't undo it.
  private static func wrappings(of coding: String) -> [InflatingStream.Wrapping] {
    switch coding {
    case "gzip", "x-gzip": [.gzip]
    case "deflate": [.zlib, .raw]
    default: []
    }
  }
}
