import Glibc

/// How many files this process may have open.
enum OpenFileLimit {
  /// What the process needs beside the images in work: streams, state, manifest, libraries.
  private static let reserve = 32

  /// Raises the limit as far as the process may, and returns it (getrlimit(2), `RLIMIT_NOFILE`).
  private static func raised() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    var wider = limit
    wider.rlim_cur = limit.rlim_max
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &wider) == 0 { limit = wider }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many images can be in work at once when each has so many outputs open, its source or one that will be next,
  /// the socket to a worker and, while that one is started, its other end; at least 1.
  static func images(outputs: Int) -> Int { max(1, (raised() - reserve) / (outputs + 3)) }
}
