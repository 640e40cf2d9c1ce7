import CKernel

/// The architecture of the program, and the optional features of this processor.
package enum ProcessorFeatures {
  #if arch(x86_64)
    /// The architecture that the program was built for, as uname(1) calls it.
    package static let architecture = "x86_64"
  #elseif arch(arm64)
    /// The architecture that the program was built for, as uname(1) calls it.
    package static let architecture = "aarch64"
  #else
    /// The architecture that the program was built for.
    package static let architecture = "unknown"
  #endif

  /// The optional features that this processor has, and that choose the code of upright or of a library at run time.
  package static var present: [String] {
    var names: [String] = []
    while let name = kernel_processor_feature(names.count) { names.append(String(cString: name)) }
    return names.filter { !$0.isEmpty }
  }
}
