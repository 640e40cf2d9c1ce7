import Annotations
import ImageModel
import System

/// Lists of URLs: rows have possible lines, ids and URLs, and don't depend on how the list's bytes are cut.
///
/// The input is a byte that chooses format, base, boxes, splits and columns, then a list.
package enum ListsTarget: FuzzTarget {
  package static let name = "Lists"
  package static let longest = 8192

  /// The facts that are read from a list.
  private struct Found: Equatable {
    /// A text for each row and for each box.
    var rows: [String] = []
    /// The number of rows.
    var count = 0
    var troubles: [ListTable.Trouble] = []
    /// Why the list is refused.
    var refusal: String?
  }

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let byte = bytes.first else { return nil }
    let format = ListFormat.allCases[Int(byte & 3) % ListFormat.allCases.count]
    var use = ListUse()
    if byte & 0x80 != 0 { use.base = try? WebAddress("https://h.example/a/b?c") }
    if byte & 0x40 != 0 { use.boxes = .coco }
    if byte & 0x20 != 0 { use.splits = ["train", "test"] }
    if byte & 0x10 != 0 { use.exports = [.webdataset] }
    let list = Array(bytes.dropFirst())
    var addresses: [WebAddress] = []
    let whole = read(ByteFeed(list), format, use) { addresses.append($0.address) }
    if whole.refusal == nil, whole.count != addresses.count { return "a row has no URL" }
    if addresses.contains(where: { $0.scheme == .s3 && !$0.endsWithName }) { return "an object has no name" }
    for message in whole.troubles.map(\.message) + [whole.refusal].compactMap({ $0 })
    where message.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "a message has a control character"
    }
    let lines = whole.troubles.map(\.line)
    if lines != lines.sorted() || lines.contains(where: { $0 < 1 }) { return "troubles aren't in order" }
    return read(pieces(list), format, use) { _ in } == whole ? nil : "pieces give other rows"
  }

  private static func read(
    _ feed: ByteFeed, _ format: ListFormat, _ use: ListUse, _ take: @escaping (ListedURL) -> Void
  ) -> Found {
    var found = Found()
    do throws(FileFault) {
      let table = try ListReader.read(feed, format, called: "list", for: use, take)
      found.troubles = table.troubles
      found.count = table.count
      found.rows = (0..<table.count).map { row in
        let fields = table.columns.map { String(decoding: $0[row], as: UTF8.self) } ?? "-"
        return
          "\(table.line(of: row)) \(table.id(of: row) ?? "-") \(table.sum(of: row)?.hexadecimal ?? "-") \(table.split(of: row) ?? -1) \(fields)"
      }
      found.rows += boxes(table)
    } catch { found.refusal = error.message }
    return found
  }

  /// The boxes of a list, a text for each.
  private static func boxes(_ table: ListTable) -> [String] {
    guard let boxes = table.boxes else { return [] }
    return boxes.boxes.map { box in
      let rect: RealRect<Display> = boxes.rect(of: box, in: PixelSize(width: 100, height: 100))
      return
        "\(box.place) \(box.index) \(boxes.category(of: box) ?? "-") \(box.id ?? "-") \(boxes.fault(of: box) ?? "\(rect)")"
    }
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
    let boxes = [
      "",
      "url,x,y,width,height,category,split,n\nhttp://h/a,1,2,3,4,cat,train,5\nhttp://h/a,1,2,3,,,train,\n",
      "{\"url\":\"http://h/a\",\"bbox\":[1,2,3,4],\"category\":\"cat\",\"split\":\"test\",\"n\":1e2}\n",
    ]
    var seeds: [[UInt8]] = []
    for (place, list) in lists.enumerated() {
      for flags: UInt8 in [0, 0x80] { seeds.append([UInt8(place) | flags] + Array(list.utf8)) }
      seeds.append([UInt8(place) | 0x70] + Array(boxes[place].utf8))
    }
    return seeds
  }
}
