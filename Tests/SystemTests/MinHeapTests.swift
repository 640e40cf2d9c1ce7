import System
import TestSupport
import Testing

@Suite struct MinHeapTests {
  @Test("What is taken out, one by one, is sorted")
  func sorting() {
    var random = SplitMix64(seed: 3)
    for count in [0, 1, 2, 3, 10, 100] {
      let numbers = (0..<count).map { _ in Int.random(in: 0..<50, using: &random) }
      var heap = MinHeap(numbers)
      var found: [Int] = []
      while let least = heap.first {
        found.append(least)
        heap.replaceFirst(with: nil)
      }
      #expect(found == numbers.sorted())
    }
  }

  @Test("Elements that come one by one are taken out sorted")
  func inserting() {
    var random = SplitMix64(seed: 4)
    var heap = MinHeap<Int>()
    let numbers = (0..<200).map { _ in Int.random(in: 0..<90, using: &random) }
    for (count, number) in numbers.enumerated() {
      #expect(heap.count == count)
      heap.insert(number)
      #expect(heap.first == numbers[...count].min())
    }
    #expect(heap.elements.sorted() == numbers.sorted())
  }

  @Test("An element takes the least one's place")
  func replacing() {
    var heap = MinHeap([5, 3, 8])
    heap.replaceFirst(with: 9)
    #expect(heap.first == 5)
    heap.replaceFirst(with: 1)
    #expect(heap.first == 1)
    heap.replaceFirst(with: nil)
    #expect(heap.first == 8)
  }
}
