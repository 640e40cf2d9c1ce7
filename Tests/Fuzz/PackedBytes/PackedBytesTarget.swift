import Archives
import Foundation
import System
import TestSupport

/// Compressed files: the bytes are the same in whatever order they are read, and also for a reader that begins with the
/// restart points of an earlier one.
///
/// The input is a byte, whose last two bits choose the format, and a compressed file.
package enum PackedBytesTarget: FuzzTarget {
  package static let name = "PackedBytes"
  package static let longest = 16_384

  private static let most: UInt64 = 1 << 20

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choice = bytes.first else { return nil }
    let packers: [ArchiveFault.Packer] = [.gzip, .bzip2, .xz, .zstd]
    return fault(Array(bytes.dropFirst()), packers[Int(choice) % packers.count])
  }

  /// The condition that a compressed file breaks. `check` finds one in the unpacked bytes.
  static func fault(
    _ bytes: [UInt8], _ packer: ArchiveFault.Packer, _ check: ([UInt8]) -> String? = { _ in nil }
  ) -> String? {
    do {
      let file = SharedDescriptor(try MemoryFile(bytes).duplicate())
      let first = try UnpackedBytes(file, packer, window: 1 << 16, most: most, distance: 1)
      let whole = read(first, 0..<most + 1)
      let known = read(first, 0..<first.reach)
      guard let content = known.bytes else { return "bytes that are there can't be read" }
      if UInt64(content.count) != first.reach {
        return "there are \(content.count) bytes, not \(first.reach)"
      }
      if let bytes = whole.bytes, bytes != content { return "a second read gives other bytes" }
      if case .archive(let fault)? = whole.fault, fault.offset > UInt64(bytes.count) {
        return "a fault at byte \(fault.offset)"
      }
      for points in [nil, first.points()] {
        let later = try UnpackedBytes(file, packer, window: 1000, most: most, distance: 500, points: points)
        if let trouble = compare(later, content) {
          return "\(points == nil ? "without" : "with") points: \(trouble)"
        }
      }
      return check(content)
    } catch { return "no reader: \(error)" }
  }

  /// Reads from the end to the start, in pieces that leave gaps.
  private static func compare(_ reader: UnpackedBytes, _ content: [UInt8]) -> String? {
    let step = max(1, content.count / 5)
    for start in stride(from: content.count, through: 0, by: -step) {
      let end = min(content.count, start + step / 2 + 1)
      let found = read(reader, UInt64(start)..<UInt64(end))
      if found.bytes != Array(content[start..<end]) { return "other bytes from \(start) to \(end)" }
    }
    return nil
  }

  private static func read(
    _ reader: UnpackedBytes, _ range: Range<UInt64>
  ) -> (bytes: [UInt8]?, fault: UnpackFault?) {
    do throws(UnpackFault) { return (try reader.read(range), nil) } catch { return (nil, error) }
  }

  package static func seeds() throws -> [[UInt8]] {
    // `upright ` 40 times, compressed by gzip, bzip2, xz in four blocks, and zstd.
    let packed = [
      "H4sIAAAAAAACAystKMpMzyhRKB2lyaIBNXZHHEABAAA=",
      "QlpoOTFBWSZTWchyMzIAAJ+RgEAAAOBWACAAMQwICpQNqYI6I4IwRRFEURRHxdyRThQkMhyMzIA=",
      "/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4ABjAA9dADqcCpQtBhfe4fuHj/wAAAAAkIX8kPmKt44CACEBFgAAAHQv5aPgAGMAD10AM5oK"
        + "6iX7sEN2R79OfAAAAADJrFyrGc4aXgIAIQEWAAAAdC/lo+AAYwAPXQA6nAqULQYX3uH7h4/8AAAAAJCF/JD5ireOAgAhARYAAAB0"
        + "L+Wj4AATAA5dADOaCuol+7BDdh2YtIAAAAAA1vI6ib6UQ30ABCtkK2QrZCoUAAAa66JzFBc7MAMAAAAABFla",
      "KLUv/QRofQAAQHVwcmlnaHQgAQA11csFzFAD8g==",
    ]
    return packed.enumerated().flatMap { number, text in
      let bytes = Data(base64Encoded: text).map { [UInt8]($0) } ?? []
      return [[UInt8(number)] + bytes, [UInt8(number)] + bytes + bytes]
    }
  }
}
