import CNet
import Glibc
import System

/// A thread with a loop of libcurl, and the requests on it.
final class FetchLane: Sendable {
  private struct Orders {
    var waiting: [Order] = []
    var isOver = false
  }

  private enum Order: Sendable {
    case submit(Submission, FetchNumber)
    case cancel(FetchNumber)
  }

  private struct Submission: Sendable {
    let request: FetchRequest
    let then: @Sendable (FetchReply) -> Void
  }

  private let orders = Monitor(Orders())
  // The compiler counts pointers as unsafe. This one never changes. The thread alone uses the loop and frees it at its
  // end; others wake it while they hold the orders.
  private nonisolated(unsafe) let loop: OpaquePointer
  private let thread: pthread_t

  /// `policy` decides on addresses; nil to allow all.
  init(policy: AddressPolicy?, certificates: String?) throws(FetcherFault) {
    guard let loop = Self.loop(policy: policy, certificates: certificates) else { throw .missingLibrary }
    self.loop = loop
    // The compiler counts pointers as unsafe. Only the new thread uses this one.
    nonisolated(unsafe) let own = loop
    let orders = orders
    do throws(SystemError) {
      thread = try SystemThread.start {
        Self.blockBrokenPipe()
        Self.serve(orders, own)
        net_loop_free(own)
      }
    } catch {
      net_loop_free(loop)
      throw .system(error)
    }
  }

  deinit {
    orders.with {
      $0.isOver = true
      net_loop_wake(loop)
    }
    // The closure of a reply may have held the fetcher last.
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  func submit(_ request: FetchRequest, _ number: FetchNumber, then: @escaping @Sendable (FetchReply) -> Void)
  {
    order(.submit(Submission(request: request, then: then), number))
  }

  func cancel(_ number: FetchNumber) { order(.cancel(number)) }

  private func order(_ order: Order) {
    orders.with {
      $0.waiting.append(order)
      net_loop_wake(loop)
    }
  }

  private static func loop(policy: AddressPolicy?, certificates: String?) -> OpaquePointer? {
    let refused = policy.map { _ in AddressPolicy.forbidden.map { net_range($0) } } ?? []
    let allowed = policy?.allowed.map { net_range($0) } ?? []
    return refused.withUnsafeBufferPointer { refused in
      allowed.withUnsafeBufferPointer { allowed in
        var ranges = net_policy(
          refused: refused.baseAddress, refused_count: refused.count, allowed: allowed.baseAddress,
          allowed_count: allowed.count)
        return net_loop_create(certificates, &ranges, OpenFileLimit.requests)
      }
    }
  }

  /// Works on all requests until the lane is freed. Those in flight are then cancelled.
  private static func serve(_ orders: Monitor<Orders>, _ loop: OpaquePointer) {
    var inFlight: [UInt64: Submission] = [:]
    while true {
      let new = take(from: orders, waits: inFlight.isEmpty)
      for order in new.waiting { obey(order, loop, &inFlight) }
      if new.isOver { break }
      if inFlight.isEmpty { continue }
      net_loop_turn(loop)
      var reply = net_reply()
      while net_loop_next(loop, &reply) != 0 {
        guard let submission = inFlight.removeValue(forKey: reply.number) else { continue }
        submission.then(FetchReply(reply, to: submission.request))
      }
    }
    for submission in inFlight.values { submission.then(FetchReply(.cancelled)) }
  }

  /// The new orders. With `waits`, there is at least one, or the lane is freed.
  private static func take(from orders: Monitor<Orders>, waits: Bool) -> Orders {
    orders.wait { state in
      if waits && state.waiting.isEmpty && !state.isOver { return nil }
      defer { state.waiting = [] }
      return state
    }
  }

  private static func obey(_ order: Order, _ loop: OpaquePointer, _ inFlight: inout [UInt64: Submission]) {
    switch order {
    case .cancel(let number): net_loop_cancel(loop, number.value)
    case .submit(let submission, let number):
      if submission.request.begin(number, on: loop) {
        inFlight[number.value] = submission
      } else {
        submission.then(FetchReply(.failed, detail: "libcurl refused the request"))
      }
    }
  }

  /// Makes a write to a connection that the server has closed fail, instead of ending the process. OpenSSL makes
  /// such writes.
  private static func blockBrokenPipe() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
