import Glibc

/// The number of files that this process may have open.
package enum OpenFileLimit {
  /// Open files apart from those of the images in work: streams, state, manifest, libraries.
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

  /// The number of pictures that may be kept in open files beside those of the images in work, at least 1. They take a
  /// quarter of all files.
  package static var pictures: Int { max(1, raised() / 4) }

  /// The number of requests that may be in flight at once, at least 1. Each needs a connection and a file in memory.
  /// They take a quarter of all files at most.
  package static var requests: Int { max(1, min(FixedLimits.Web.requestsAtOnce, raised() / 8)) }

  /// The number of images that can be in work at once, at least 1. They take half of all files. Each image needs
  /// `outputs` + 5 open files: its outputs, one source, the mask file beside it, the memory file that a source from the
  /// network came in, and the two ends of its worker process's socket. The open source is that of this image or of the
  /// next image. The second end is open only while the worker process starts.
  static func images(outputs: Int) -> Int { max(1, (raised() / 2 - reserve) / (outputs + 5)) }
}
