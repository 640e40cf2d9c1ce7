import Archives
import Dispatch
import Synchronization
import System
import TestSupport
import Testing

/// Reads in many orders, compared with the unpacked bytes.
@Suite struct UnpackingOrderTests {
  private static func packed(_ packer: ArchiveFault.Packer, _ bytes: [UInt8]) throws -> PackedData {
    let half = bytes.count / 2
    switch packer {
    case .gzip: return try PackedData(packer, [Array(bytes[..<half]), Array(bytes[half...])], ["-6"])
    case .xz: return try PackedData(packer, [bytes], ["-0", "--block-size=1MiB", "-T1"])
    default:
      return try PackedData(packer, [Array(bytes[..<half]), [], Array(bytes[half...])])
    }
  }

  @Test(
    "Random reads, also by threads", arguments: ArchiveFault.Packer.streams, [50_000, 4 << 20] as [UInt64])
  func random(_ packer: ArchiveFault.Packer, distance: UInt64) throws {
    guard PackedData.hasProgram(packer) else { return }
    let bytes = [UInt8].sample(packer == .bzip2 ? 2 << 20 : 14 << 20)
    let data = try Self.packed(packer, bytes)
    let reader = try data.reader(window: 300_000, distance: distance)
    let faults = Mutex(0)
    Self.threads(3) { thread in
      var random = SplitMix64(seed: UInt64(thread))
      var place = 0
      for turn in 0..<60 {
        if turn % 12 == 0 { place = Int.random(in: 0...bytes.count, using: &random) }
        place = max(0, min(bytes.count, place + Int.random(in: -100_000...250_000, using: &random)))
        let end = place + Int.random(in: 0...100_000, using: &random)
        let found = try? reader.read(UInt64(place)..<UInt64(end))
        if found != Array(bytes[place..<min(end, bytes.count)]) { faults.withLock { $0 += 1 } }
      }
    }
    #expect(faults.withLock { $0 } == 0)
    #expect(try reader.read(0..<UInt64(bytes.count) + 1) == bytes)
  }

  @Test("Threads that read almost in order unpack the file once", arguments: ArchiveFault.Packer.streams)
  func inOrder(_ packer: ArchiveFault.Packer) throws {
    guard PackedData.hasProgram(packer) else { return }
    let bytes = [UInt8].sample(3 << 20)
    let reader = try Self.packed(packer, bytes).reader(window: 2 << 20)
    let next = Mutex(0)
    let faults = Mutex(0)
    let size = 10_007
    Self.threads(4) { _ in
      while true {
        let number = next.withLock { number in
          defer { number += 1 }
          return number
        }
        // Neighbours in swapped order.
        let start = (number ^ 1) * size
        if start > bytes.count + size { return }
        let found = try? reader.read(UInt64(start)..<UInt64(start + size))
        if found != Array(bytes.dropFirst(start).prefix(size)) { faults.withLock { $0 += 1 } }
      }
    }
    #expect(faults.withLock { $0 } == 0)
    #expect(reader.work == UInt64(bytes.count))
    #expect(reader.size == UInt64(bytes.count))
  }

  /// Runs `body` on some threads, and waits for all.
  private static func threads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count) { body($0) }
  }
}
