import ImageModel
import TestSupport
import Testing

@testable import Imaging

@Suite("Memory that is used again")
struct BufferPoolTests {
  /// Planes of so many columns and 64 rows, 64 bytes a unit of width.
  private static func planes(_ widths: [Int], _ pool: BufferPool) throws -> [Plane<UInt8>] {
    try widths.map { try Plane(width: $0 * 64, height: 64, from: pool) }
  }

  private static func image(_ widths: [Int], _ pool: BufferPool) throws {
    pool.beginImage(within: .max)
    do { _ = try planes(widths, pool) }
    pool.endImage()
  }

  @Test("Memory comes back to the planes of the next image, also of other sizes")
  func reuse() throws {
    let pool = BufferPool()
    try Self.image([1, 20, 30], pool)
    #expect(pool.lookups == Lookups(hits: 0, misses: 3))
    try Self.image([30, 1, 20], pool)
    #expect(pool.lookups == Lookups(hits: 3, misses: 3))
    // One block must grow, and another has more than eight times the needed size: two more from the system.
    try Self.image([300, 1, 2], pool)
    #expect(pool.lookups == Lookups(hits: 4, misses: 5))
  }

  @Test("A block goes back to the system when three images had no use for it")
  func givenBack() throws {
    let pool = BufferPool()
    for widths in [[10, 10, 10], [10], [10]] { try Self.image(widths, pool) }
    #expect(pool.heldBytes == 30 * 4096)
    try Self.image([10], pool)
    #expect(pool.heldBytes == 10 * 4096)
    #expect(pool.lookups == Lookups(hits: 3, misses: 3))
  }

  @Test(
    "Blocks of earlier images may be too large by an eighth of the image's limit",
    arguments: [(64, 8, true), (63, 8, false), (64, 9, true), (64, 7, false)])
  func surplus(_ limit: Int, _ width: Int, _ isHit: Bool) throws {
    let pool = BufferPool()
    try Self.image([16], pool)
    pool.beginImage(within: limit * 4096)
    let plane = try Self.planes([width], pool)
    #expect(pool.lookups == (isHit ? Lookups(hits: 1, misses: 1) : Lookups(hits: 0, misses: 2)))
    #expect(pool.heldBytes == (isHit ? 16 : width) * 4096)
    withExtendedLifetime(plane) {}
  }

  @Test("The surpluses of all lent blocks count together")
  func surpluses() throws {
    let pool = BufferPool()
    try Self.image([16, 16], pool)
    pool.beginImage(within: 64 * 4096)
    let planes = try Self.planes([11, 13], pool)
    #expect(pool.lookups == Lookups(hits: 2, misses: 2))
    let more = BufferPool()
    try Self.image([16, 16], more)
    more.beginImage(within: 64 * 4096)
    let other = try Self.planes([11, 12], more)
    #expect(more.lookups == Lookups(hits: 1, misses: 3))
    withExtendedLifetime((planes, other)) {}
  }

  @Test("No more is kept than may be, the smallest first")
  func bound() throws {
    // A plane of width 1 takes 4,096 bytes.
    let pool = BufferPool(keeping: 12_288)
    try Self.image([1, 3, 1], pool)
    try Self.image([1, 1, 3], pool)
    #expect(pool.lookups == Lookups(hits: 2, misses: 4))
    let none = BufferPool(keeping: 0)
    for _ in 0..<2 { try Self.image([1], none) }
    #expect(none.lookups == Lookups(hits: 0, misses: 2))
  }

  @Test("A plane that is let go serves the same image's next ones, whole")
  func sameImage() throws {
    let pool = BufferPool()
    do { _ = try Self.planes([40], pool) }
    do { _ = try Self.planes([5], pool) }
    _ = try Self.planes([39], pool)
    #expect(pool.lookups == Lookups(hits: 2, misses: 1))
  }

  @Test("A plane never takes what coefficients lay in")
  func coefficients() throws {
    let pool = BufferPool()
    pool.give(try #require(pool.take(1 << 20, for: .coefficients)))
    let plane = try Plane<UInt8>(width: 1024, height: 1024, from: pool)
    #expect(pool.heldBytes == 2 << 20)
    let block = try #require(pool.take(1 << 20, for: .coefficients))
    #expect(pool.lookups == Lookups(hits: 1, misses: 2))
    pool.give(block)
    withExtendedLifetime(plane) {}
  }

  @Test(
    "What is idle makes room for what an image takes, here or elsewhere: the largest of earlier images first")
  func room() throws {
    let pool = BufferPool()
    try Self.image([1, 4, 8], pool)
    #expect(pool.heldBytes == 13 * 4096)
    pool.beginImage(within: 12 * 4096)
    #expect(pool.heldBytes == 12 * 4096)
    pool.beginImage(within: 5 * 4096)
    #expect(pool.heldBytes == 5 * 4096)
    let plane = try Self.planes([6], pool)
    #expect(pool.heldBytes == 6 * 4096)
    pool.makeRoom(for: 6 * 4096)
    #expect(pool.heldBytes == 6 * 4096)
    pool.makeRoom(for: 100 * 4096)
    #expect(pool.heldBytes == 6 * 4096)
    withExtendedLifetime(plane) {}
  }

  @Test("Planes that live at once never share a sample, and lie as SIMD wants them")
  func apart() throws {
    var random = SplitMix64(seed: 5)
    let pool = BufferPool()
    for _ in 0..<40 {
      let most = Int.random(in: 0...4_000_000, using: &random)
      pool.beginImage(within: most)
      #expect(pool.heldBytes <= most)
      var alive: [(mark: UInt8, plane: Plane<UInt8>)] = []
      for _ in 0..<12 {
        let size = (Int.random(in: 1...900, using: &random), Int.random(in: 1...900, using: &random))
        let plane = try Plane<UInt8>(width: size.0, height: size.1, from: pool)
        let mark = UInt8.random(in: 0...255, using: &random)
        for y in 0..<plane.height { plane.row(y).update(repeating: mark) }
        alive.append((mark, plane))
        if alive.count > 4 { alive.remove(at: Int.random(in: 0..<5, using: &random)) }
        for (mark, plane) in alive {
          #expect(Int(bitPattern: plane.row(0).baseAddress) % planeAlignment == 0)
          for y in 0..<plane.height where plane.row(y).contains(where: { $0 != mark }) {
            Issue.record("row \(y) of \(plane.width)x\(plane.height) was written to")
          }
        }
      }
      alive = []
      pool.endImage()
    }
  }

  @Test("A plane of its own is zero")
  func zero() throws {
    for width in [1, 100, 5000] {
      let plane = try Plane<UInt16>(width: width, height: 40)
      #expect((0..<40).allSatisfy { plane.row($0).allSatisfy { $0 == 0 } })
    }
  }
}
