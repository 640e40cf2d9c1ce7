import Glibc
import Synchronization
import Testing

@testable import System

@Suite("Threads that wait for work")
struct HelperPoolTests {
  @Test("Each does it once, beside the owner, again and again", arguments: [1, 2, 5])
  func work(_ count: Int) {
    let prepared = Atomic<Int>(0)
    let pool = HelperPool(count) { prepared.add(1, ordering: .relaxed) }
    #expect(prepared.load(ordering: .relaxed) == count)
    #expect(pool.count == count)
    let done = Atomic<Int>(0)
    for round in 1...20 {
      let isOver = Atomic<Bool>(false)
      pool.help({
        // Ends only because the owner's own part runs meanwhile.
        while !isOver.load(ordering: .acquiring) { sched_yield() }
        done.add(1, ordering: .relaxed)
      }) {
        isOver.store(true, ordering: .releasing)
      }
      #expect(done.load(ordering: .relaxed) == count * round)
    }
  }

  @Test("Those that never worked end too")
  func idle() {
    for _ in 0..<20 { _ = HelperPool(3) }
    #expect(HelperPool(0).count == 0)
  }
}
