/// Threads that help the decoding thread.
package protocol HelperThreads: AnyObject, Sendable {
  var count: Int { get }

  /// Runs `body` on the calling thread, and meanwhile `work` on each helper thread. Returns when all have
  /// ended.
  func help(_ work: @escaping @Sendable () -> Void, while body: () -> Void)
}
