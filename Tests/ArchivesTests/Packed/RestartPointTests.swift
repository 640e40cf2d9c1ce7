import System
import TestSupport
import Testing

@testable import Archives

@Suite struct RestartPointTests {
  private static let count = 40 << 20
  private static let step: UInt64 = 1 << 20

  /// 40 MiB in a form that has restart points.
  private static func packed(_ packer: ArchiveFault.Packer, _ bytes: [UInt8]) throws -> PackedData {
    switch packer {
    case .gzip: try PackedData(packer, [bytes])
    case .xz: try PackedData(packer, [bytes], ["-0", "--block-size=2MiB", "-T1"])
    default:
      try PackedData(
        packer, stride(from: 0, to: bytes.count, by: 2 << 20).map { Array(bytes[$0..<$0 + 2 << 20]) })
    }
  }

  @Test(
    "A later reader starts in the middle, and a foreign or damaged list of points doesn't count",
    arguments: [ArchiveFault.Packer.gzip, .xz, .zstd])
  func later(_ packer: ArchiveFault.Packer) throws {
    guard PackedData.hasProgram(packer) else { return }
    let bytes = [UInt8].sample(Self.count)
    let data = try Self.packed(packer, bytes)
    let first = try data.reader()
    for start in stride(from: 0, to: UInt64(Self.count), by: Int(Self.step)) {
      #expect(try first.read(start..<start + Self.step) == Array(bytes[Int(start)..<Int(start + Self.step)]))
    }
    #expect(try first.read(UInt64(Self.count)..<UInt64(Self.count) + 1) == [])
    #expect(first.work == UInt64(Self.count))
    let points = first.points()
    #expect(points.count < 400 << 10)

    let end = UInt64(Self.count) - 100..<UInt64(Self.count) + 5
    let later = try data.reader(points: points)
    #expect(later.size == UInt64(Self.count))
    #expect(try later.read(end) == Array(bytes.suffix(100)))
    #expect(later.work < 8 << 20)
    #expect(later.points() == points)
    // Backwards, from point to point.
    for start in stride(from: UInt64(Self.count) - Self.step, to: 0, by: -5 << 20) {
      let before = later.work
      #expect(try later.read(start..<start + 9) == Array(bytes[Int(start)..<Int(start) + 9]))
      #expect(later.work - before < 8 << 20)
    }

    for (data, points) in [
      (data, points.changed(at: points.count / 2)), (data, points.dropLast()), (data, []),
      (PackedData(packer, data.bytes.changed(at: 40_000)), points),
    ] {
      #expect(try data.reader(points: Array(points)).size == nil)
    }
    let none = try data.reader(points: points.changed(at: 9))
    #expect(try none.read(end) == Array(bytes.suffix(100)))
    #expect(none.work == UInt64(Self.count))
  }

  @Test("States that lie under a right checksum give a fault or the right bytes")
  func lies() throws {
    let bytes = [UInt8].sample(Self.count / 4)
    let data = try PackedData(.gzip, [bytes])
    let first = try data.reader()
    _ = try first.read(0..<UInt64(bytes.count))
    let points = first.points()
    // The identity takes 25 bytes; then come the size, the distance, the number and the first point.
    for place in [25, 33, 41, 49, 57, 65, 66, 69, 70, 71, 75, 79, 4000] {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = Array(points.dropLast(4))
        changed[place] = value
        changed += ZipBuilder.number(CRC32C.of(changed))
        let reader = try data.reader(points: changed)
        _ = try? reader.read(5 << 20..<(5 << 20) + 10)
        _ = try? reader.read(9 << 20..<(9 << 20) + 10)
        #expect(try reader.read(10..<20) == Array(bytes[10..<20]))
      }
    }
  }

  @Test("Every second point goes if all take too much memory")
  func thinning() {
    let room = RestartPoints.Point(packed: 0, unpacked: 0, state: [1]).memory
    var points = RestartPoints(distance: 100, most: 8 * room)
    let distance = points.distance
    for number in 1...64 as ClosedRange<UInt64> where points.hasRoom(at: number * distance) {
      points.append(RestartPoints.Point(packed: number, unpacked: number * distance, state: [1]))
    }
    #expect(points.list.count <= 8)
    #expect(points.list.map(\.packed) == points.list.map { $0.unpacked / distance })
    let places = [0] + points.list.map(\.packed)
    let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 == points.distance / distance })
    #expect(points.last(to: distance - 1) == nil)
    #expect(points.last(to: .max) == points.list.last)
    #expect(points.list.first.map { points.last(to: $0.unpacked) == $0 } == true)
  }
}
