import Annotations
import ImageModel
import System

/// Lists of URLs: rows have possible lines, ids and URLs, and don't depend on how the list's bytes are cut.
///
/// The input is a byte that chooses format and base, then a list.
package enum ListsTarget: FuzzTarget {
  package static let name = "Lists"
  package static let longest = 8192

  /// The facts that are read from a list.
  private struct Found: Equatable {
    var rows: [String] = []
    var troubles: [ListTable.Trouble] = []
    /// Why the list is refused.
    var refusal: String?
  }

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let byte = bytes.first else { return nil }
    let format = ListFormat.allCases[Int(byte & 3) % ListFormat.allCases.count]
    let base = byte < 0x80 ? nil : try? WebAddress("https://h.example/a/b?c")
    let list = Array(bytes.dropFirst())
    var addresses: [WebAddress] = []
    let whole = read(ByteFeed(list), format, base) { addresses.append($0) }
    if whole.refusal == nil, whole.rows.count != addresses.count { return "a row has no URL" }
    if addresses.contains(where: { $0.scheme == .s3 && !$0.endsWithName }) { return "an object has no name" }
    for message in whole.troubles.map(\.message) + [whole.refusal].compactMap({ $0 })
    where message.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "a message has a control character"
    }
    let lines = whole.troubles.map(\.line)
    if lines != lines.sorted() || lines.contains(where: { $0 < 1 }) { return "troubles aren't in order" }
    return read(pieces(list), format, base) { _ in } == whole ? nil : "pieces give other rows"
  }

  private static func read(
    _ feed: ByteFeed, _ format: ListFormat, _ base: WebAddress?, _ take: @escaping (WebAddress) -> Void
  ) -> Found {
    var found = Found()
    do throws(FileFault) {
      let table = try ListReader.read(feed, format, called: "list", column: "url", base: base, take)
      found.troubles = table.troubles
      found.rows = (0..<table.count).map { row in
        "\(table.line(of: row)) \(table.id(of: row) ?? "-") \(table.sum(of: row)?.hexadecimal ?? "-")"
      }
    } catch { found.refusal = error.message }
    return found
  }

  /// The list in pieces of 1 to 7 bytes.
  private static func pieces(_ list: [UInt8]) -> ByteFeed {
    var rest = list[...]
    return ByteFeed { buffer in
      let piece = rest.prefix(min(buffer.count, 1 + (list.count - rest.count) * 3 % 7))
      buffer.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  package static func seeds() throws -> [[UInt8]] {
    let sum = String(repeating: "0a", count: 32)
    let lists = [
      "# list\nhttps://h.example/a.jpg\n\nb.jpg?sig=1\nftp://h/\n",
      "\u{FEFF}url,id,sha256\r\n\"http://h/a,\"\"b\",1,\(sum)\r\n../c.jpg,,\r\n",
      "{\"url\":\"http:\\/\\/h\\/\\u0061\",\"id\":7,\"sha256\":\"\(sum)\"}\n{\"id\":\"x\"}\n",
    ]
    return lists.enumerated().flatMap { place, list in
      [UInt8(place), UInt8(place) | 0x80].map { [$0] + Array(list.utf8) }
    }
  }
}
