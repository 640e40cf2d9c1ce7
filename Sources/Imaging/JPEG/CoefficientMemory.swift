import CLibJPEGShims

/// Memory for the coefficients of one picture of several scans: 128 bytes for each of its blocks, those that fill up MCUs
/// included.
final class CoefficientMemory {
  private let pool: BufferPool
  private var block: BufferPool.Block?

  init(_ pool: BufferPool) { self.pool = pool }

  deinit {
    if let block { pool.give(block) }
  }

  /// For C code, which must not use it longer than this lives.
  var lender: shim_lender {
    shim_lender(
      take: { owner, bytes in
        owner.flatMap { Unmanaged<CoefficientMemory>.fromOpaque($0).takeUnretainedValue().take(bytes) }
      },
      owner: Unmanaged.passUnretained(self).toOpaque())
  }

  private func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
    // The decoder asks once.
    guard block == nil else { return nil }
    block = pool.take(bytes, for: .coefficients)
    return block?.base
  }
}
