import CCodecs

/// Memory for what a decoder holds of a whole picture: the coefficients of a JPEG of several scans, 128 bytes for each of
/// its blocks, those that fill up MCUs included; or the rows of an interlaced PNG.
final class LentMemory {
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
        owner.flatMap { Unmanaged<LentMemory>.fromOpaque($0).takeUnretainedValue().take(bytes) }
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
