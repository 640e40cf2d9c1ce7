/// Threads that help the one that decodes.
package protocol HelperThreads: AnyObject, Sendable {
  var count: Int { get }

  /// Does `body`, and meanwhile `work` on each of the threads; returns when all of that has ended.
  func help(_ work: @escaping @Sendable () -> Void, while body: () -> Void)
}
