/// Threads that help the decoding thread.
package protocol HelperThreads: AnyObject, Sendable {
  var count: Int { get }

  /// Runs `body` here and `work` on each of the helper threads; returns when all have ended.
  func help(_ work: @escaping @Sendable () -> Void, while body: () -> Void)
}
