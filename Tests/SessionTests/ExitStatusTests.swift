import Testing

@testable import Session

/// Swift Testing has a type of this name too.
private typealias Status = Session.ExitStatus

struct ExitStatusTests {
  @Test("Of several the first of: a signal, 70, 75, 74, 2, 1")
  func order() {
    let inOrder: [Status] = [.done, .failures, .usage, .unwritten, .later, .fault, .terminated]
    #expect(inOrder.map(\.rawValue) == [0, 1, 2, 74, 75, 70, 143])
    #expect(inOrder.shuffled().sorted() == inOrder)
    #expect([.hungUp, .fault].max() == Status.hungUp)
    #expect([.fault, .interrupted].max() == Status.interrupted)
  }

  @Test("A run that was asked to end says so by its status")
  func reasons() {
    #expect(Status(.timeLimit) == .later)
    #expect([1, 2, 15].map { Status(.signal($0)) } == [.hungUp, .interrupted, .terminated])
  }
}
