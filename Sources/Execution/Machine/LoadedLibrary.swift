import Glibc
import Hashing

/// A shared library that this process has loaded.
package enum LoadedLibrary {
  /// The first 8 hexadecimal digits of the GNU build id of the loaded file whose name begins with `prefix`.
  ///
  /// nil where none is loaded or it has no build id. Sources: proc(5) on maps; the ELF-64 format, program headers
  /// of type PT_NOTE, note type NT_GNU_BUILD_ID.
  package static func buildID(namePrefix prefix: String) -> String? {
    guard let path = path(namePrefix: prefix), let file = try? Descriptor.open(path, O_RDONLY) else {
      return nil
    }
    return try? buildID(of: file)
  }

  private static func path(namePrefix prefix: String) -> String? {
    guard let maps = try? FileBytes.read("/proc/self/maps", limit: 1 << 20) else { return nil }
    for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") {
      guard let slash = line.firstIndex(of: "/") else { continue }
      let path = line[slash...]
      let name = path[(path.lastIndex(of: "/") ?? slash)...].dropFirst()
      if name.hasPrefix(prefix) { return String(path) }
    }
    return nil
  }

  private static func buildID(of file: borrowing Descriptor) throws(SystemError) -> String? {
    let header = Words(try file.read(64, at: 0))
    guard header.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    guard let table = header.word(32, 8), let entry = header.word(54, 2), let count = header.word(56, 2)
    else {
      return nil
    }
    for index in 0..<count {
      let program = Words(try file.read(56, at: table + index * entry))
      guard program.word(0, 4) == 4, let offset = program.word(8, 8), let size = program.word(32, 8) else {
        continue
      }
      if let id = gnuBuildID(Words(try file.read(min(size, 4096), at: offset))) { return id }
    }
    return nil
  }

  /// Walks notes: name size, description size, type, then both, each padded to 4 bytes.
  private static func gnuBuildID(_ notes: Words) -> String? {
    var at = 0
    while let nameSize = notes.word(at, 4), let size = notes.word(at + 4, 4), let type = notes.word(at + 8, 4)
    {
      let name = at + 12
      let description = name + (nameSize + 3) / 4 * 4
      if type == 3, let first = notes.word(name, 4), first == 0x55_4E47,
        let digits = notes.bigEndian(description)
      {
        return digits
      }
      at = description + (size + 3) / 4 * 4
    }
    return nil
  }

  /// Little-endian numbers in bytes from a file.
  private struct Words {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func word(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - size else { return nil }
      let value = bytes[offset..<offset + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: value)
    }

    /// Four bytes as 8 hexadecimal digits.
    func bigEndian(_ offset: Int) -> String? {
      guard offset >= 0, offset <= bytes.count - 4 else { return nil }
      return hexadecimal(bytes[offset..<offset + 4])
    }
  }
}
