import CKernel
import Glibc

/// The arguments of the process, its name first, as `main` got them.
///
/// Swift's own `CommandLine.arguments` reads `/proc/self/cmdline`, and is empty if `/proc` isn't mounted.
package enum ProcessArguments {
  /// All arguments; bytes that aren't UTF-8 are replaced.
  package static var all: [String] {
    var count: Int32 = 0
    guard let arguments = kernel_arguments(&count) else { return [] }
    return (0..<Int(count)).compactMap { arguments[$0].map { String(cString: $0) } }
  }

  /// The bytes of the first argument behind the program's name that isn't UTF-8; nil if all are.
  package static var firstNotUTF8: [UInt8]? {
    var count: Int32 = 0
    guard let arguments = kernel_arguments(&count) else { return nil }
    return (0..<Int(count)).dropFirst().lazy.compactMap { place in
      arguments[place].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }.first { String(validating: $0, as: UTF8.self) == nil }
  }
}
