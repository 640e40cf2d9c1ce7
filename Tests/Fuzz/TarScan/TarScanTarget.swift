import Archives
import TestSupport

/// Tars: members lie in the archive one behind the other, and a cut archive has the first members of the whole one.
///
/// The input is a byte and a tar. Unless the byte's first bit is set, the target corrects the checksums of headers.
package enum TarScanTarget: FuzzTarget {
  package static let name = "TarScan"
  package static let longest = 16_384

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choice = bytes.first else { return nil }
    let tar = Array(bytes.dropFirst())
    let isMended = choice & 1 == 0
    let whole = read(tar, isMended)
    if let trouble = whole.trouble { return trouble }
    let cut = read(Array(tar.prefix(tar.count * Int(choice >> 1) / 128)), isMended)
    if let trouble = cut.trouble { return "cut: \(trouble)" }
    return whole.events.starts(with: cut.events) ? nil : "a cut archive has other members"
  }

  private static func read(_ tar: [UInt8], _ isMended: Bool) -> ArchiveReading {
    ArchiveReading(tar, TarScan()) { if isMended { mend(&$0) } }
  }

  /// Corrects the checksum of a block that isn't zero. Content of one block is changed too.
  private static func mend(_ block: inout [UInt8]) {
    guard block.count == 512, block.contains(where: { $0 != 0 }) else { return }
    for place in 148..<156 { block[place] = 0x20 }
    let digits = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
    let field = String(repeating: "0", count: 6 - digits.utf8.count) + digits + "\0"
    for (place, digit) in field.utf8.enumerated() { block[148 + place] = digit }
  }

  package static func seeds() throws -> [[UInt8]] {
    let text = Array("hello".utf8)
    var plain = TarBuilder()
    for (name, type) in [("a.jpg", "0"), ("d/", "5"), ("link", "2"), ("pipe", "6"), ("a.json", "7")] {
      var fields = TarBuilder.Fields()
      (fields.type, fields.prefix) = (Character(type), type == "7" ? "p" : "")
      plain.add(name, type == "0" || type == "7" ? text : [], fields)
    }
    plain.end()
    var pax = TarBuilder()
    pax.pax([("comment", "c"), ("size", "5")], isGlobal: true)
    pax.pax([("path", "é/b.jpg"), ("mtime", "1.5")])
    pax.add("b", text)
    pax.pax([("GNU.sparse.major", "1"), ("GNU.sparse.name", "s"), ("path", "")])
    pax.add("s", text)
    pax.end()
    var gnu = TarBuilder()
    gnu.extended("L", Array("long".utf8) + [0])
    gnu.extended("K", Array("target".utf8) + [0])
    var fields = TarBuilder.Fields()
    (fields.format, fields.size) = (.gnu, [0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    gnu.add("x", text, fields)
    (fields.type, fields.size, fields.others) = ("S", nil, [482: [1]])
    gnu.add("sparse", [], fields)
    gnu.raw([UInt8](repeating: 0, count: 512))
    gnu.add("x", text)
    gnu.end()
    return [plain, pax, gnu].flatMap { tar in [[0x80] + tar.bytes, [0x81] + tar.bytes] }
  }
}
