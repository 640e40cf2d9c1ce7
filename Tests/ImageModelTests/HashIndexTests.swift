import TestSupport
import Testing

@testable import ImageModel

/// The search for hashes near another one.
@Suite struct HashIndexTests {
  /// Hashes in groups whose members differ in some bits of a common one.
  private static func hashes(_ count: Int, seed: UInt64) -> [PictureHash] {
    var numbers = SplitMix64(seed: seed)
    var common: UInt64 = 0
    return (0..<count).map { place in
      if place % 20 == 0 { common = numbers.next() }
      let flips = Int(numbers.next() % 14)
      return PictureHash((0..<flips).reduce(common) { bits, _ in bits ^ 1 << (numbers.next() % 64) })
    }
  }

  @Test(
    "The nearest hash is the one that a comparison with all gives", arguments: [0, 1, 3, 4, 7, 8, 12, 16])
  func nearest(_ distance: Int) {
    let hashes = Self.hashes(600, seed: 34)
    var index = HashIndex()
    for (number, hash) in hashes.enumerated() {
      let all = hashes[..<number].map { $0.distance(to: hash) }
      let least = all.min().flatMap { $0 <= distance ? $0 : nil }
      let found = index.nearest(to: hash, within: distance)
      #expect(found?.distance == least)
      #expect(found?.number == least.flatMap { all.firstIndex(of: $0) })
      index.add(hash)
    }
  }

  @Test("The nearest of chosen hashes is the one that a comparison with these gives")
  func chosen() {
    let hashes = Self.hashes(400, seed: 5)
    var index = HashIndex()
    for (number, hash) in hashes.enumerated() {
      let third = hashes[..<number].enumerated().filter { $0.offset % 3 == 1 }
      let near = third.map { (number: $0.offset, distance: $0.element.distance(to: hash)) }.filter {
        $0.distance <= 8
      }
      let found = index.nearest(to: hash, within: 8) { $0 % 3 == 1 }
      #expect(found?.distance == near.map(\.distance).min())
      #expect(found?.number == near.min { ($0.distance, $0.number) < ($1.distance, $1.number) }?.number)
      index.add(hash)
    }
  }

  @Test("An emptied index finds nothing, and numbers begin at 0 again", arguments: [50, 400])
  func emptied(_ count: Int) {
    var index = HashIndex()
    for hash in Self.hashes(count, seed: 1) { index.add(hash) }
    index.removeAll()
    #expect(index.count == 0)
    #expect(index.nearest(to: Self.hashes(1, seed: 1)[0], within: 16) == nil)
    index.add(PictureHash(1))
    #expect(index.nearest(to: PictureHash(2), within: 4)?.number == 0)
    // The index fills up again.
    let hashes = Self.hashes(400, seed: 2)
    for hash in hashes { index.add(hash) }
    let found = index.nearest(to: hashes[350], within: 0)
    #expect(found?.number == hashes.firstIndex(of: hashes[350]).map { $0 + 1 })
  }
}
