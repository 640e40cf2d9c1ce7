import Dispatch
import Foundation
import ReducedJPEG
import Synchronization
import System

/// Helpers that count how often they are asked for.
package final class TestHelpers: HelperThreads {
  package let count: Int
  private let calls = Mutex(0)

  package init(_ count: Int) { self.count = count }

  package var timesAsked: Int { calls.withLock { $0 } }

  package func help(_ work: @escaping @Sendable () -> Void, while body: () -> Void) {
    calls.withLock { $0 += 1 }
    let group = DispatchGroup()
    for _ in 0..<count {
      group.enter()
      Thread.detachNewThread {
        work()
        group.leave()
      }
    }
    body()
    group.wait()
  }
}
