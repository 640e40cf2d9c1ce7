import Glibc

/// Starts threads of the operating system.
package enum SystemThread {
  /// Starts `body` on a new thread. The new thread blocks the same signals as the calling thread. Throws
  /// `EAGAIN` if no thread can be started.
  @discardableResult
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> pthread_t {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if status != 0 {
      box.release()
      throw SystemError(status)
    }
    return thread
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
