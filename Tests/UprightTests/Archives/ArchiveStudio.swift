import Foundation
import TestSupport

/// A folder with pictures, and the same pictures in an archive.
struct ArchiveStudio {
  /// How an archive holds its members.
  enum Kind {
    case tar, stored, deflated, sevenZip, rar

    /// Those whose members are found where they lie.
    static let direct: [Self] = [.tar, .stored, .deflated]

    /// The archive's name.
    var name: String {
      switch self {
      case .tar: "set.tar"
      case .stored, .deflated: "set.zip"
      case .sevenZip: "set.7z"
      case .rar: "set.rar"
      }
    }
  }

  let studio: Studio
  let kind: Kind
  /// The members by their names, in the order of the archive.
  private(set) var members: [(name: String, bytes: [UInt8])]

  static let outputs = """
    outputs:
      - {path: "{dir}/{stem}-20.jpg", resize: {width: 20}}
      - {path: "{dir}/{stem}.png", resize: {width: 9}}
    """

  init(_ kind: Kind) throws {
    self.kind = kind
    studio = try Studio()
    members = [
      ("img/b.jpg", try Picture.tagged(6, seed: 2).jpeg()), ("a.jpg", try Picture.tagged(1, seed: 1).jpeg()),
      ("img/notes.txt", Array("no picture".utf8)), ("img/deep/c.JPG", try Picture.tagged(8, seed: 3).jpeg()),
    ]
    try write()
    for (name, bytes) in members { try studio.folder.write(bytes, to: "photos/\(name)") }
    try studio.job(
      """
      sources: [{archive: \(kind.name)}]
      output_root: out
      \(Self.outputs)
      """)
    try studio.job(
      """
      sources: ["photos/**/*.jpg"]
      output_root: unpacked
      \(Self.outputs)
      """, "unpacked.yaml")
  }

  /// Writes the archive of ``members``.
  func write() throws {
    let members = members.map { ($0.name, $0.bytes) }
    let bytes =
      switch kind {
      case .tar: WebArchiveStudio.tar(members)
      case .stored, .deflated: try WebArchiveStudio.zip(members, deflated: kind == .deflated)
      case .sevenZip: WebArchiveStudio.sevenZip(members)
      case .rar: WebArchiveStudio.rar(members)
      }
    try studio.folder.write(bytes, to: kind.name)
  }

  /// Changes a member, and writes the archive anew.
  mutating func change(_ name: String, _ bytes: [UInt8]) throws {
    guard let place = members.firstIndex(where: { $0.name == name }) else { return }
    members[place].bytes = bytes
    try write()
  }

  /// The files below a folder, by their paths in it.
  func files(_ folder: String) throws -> [String: [UInt8]] {
    let all = try studio.contents().filter { $0.key.hasPrefix(folder + "/") && !$0.key.contains(".upright") }
    return Dictionary(
      uniqueKeysWithValues: all.map { (String($0.key.dropFirst(folder.count + 1)), $0.value) })
  }
}

extension ZipBuilder.Entry {
  /// A file, deflated or stored. `sum` is the CRC-32 that both headers name; nil for the right one.
  init(file name: String, _ bytes: [UInt8], deflated: Bool = false, sum: UInt32? = nil) throws {
    // A gzip file without a name is raw Deflate between 10 bytes and 8 bytes (RFC 1952, section 2.3).
    self.init(name, deflated ? Array(try GzipProgram.compressed(bytes).dropFirst(10).dropLast(8)) : bytes)
    method = deflated ? 8 : 0
    size = UInt32(bytes.count)
    checksum = sum ?? TestPNG.crc32(bytes)
  }

  /// A file of less than 128 KiB that zstd packed: a frame with a block of raw bytes (RFC 8878, section 3.1.1).
  /// `window` is the window descriptor, by default for 128 KiB. `sum` is the CRC-32; nil for the right one.
  init(zstd name: String, _ bytes: [UInt8], window: UInt8 = 7 << 3, sum: UInt32? = nil) {
    let block = ZipBuilder.number(UInt32(bytes.count << 3 | 1)).prefix(3)
    self.init(name, [0x28, 0xB5, 0x2F, 0xFD, 0, window] + block + bytes)
    (method, size, checksum) = (93, UInt32(bytes.count), sum ?? TestPNG.crc32(bytes))
  }
}
