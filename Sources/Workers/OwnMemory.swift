import Glibc
import System

/// The virtual memory of this process, read from a file that is opened once.
struct OwnMemory: ~Copyable {
  private let file: Descriptor?
  private let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))

  init() { file = try? Descriptor.open("/proc/self/statm", O_RDONLY) }

  /// The size of the virtual memory in bytes; 0 if the system doesn't say (proc(5), statm).
  var virtualBytes: UInt64 {
    guard let bytes = try? file?.read(64, at: 0) else { return 0 }
    return (UInt64(String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)) ?? 0) * page
  }
}
