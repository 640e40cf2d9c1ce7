import CCodecs

/// Memory in which a decoder holds a whole picture: the rows of an interlaced PNG, or the coefficients of a
/// multi-scan JPEG. Each 8x8 block of a JPEG takes 128 bytes, and the blocks that fill up MCUs count too.
final class WholePictureMemory {
  private let pool: BufferPool
  private var block: BufferPool.Block?

  init(_ pool: BufferPool) { self.pool = pool }

  deinit {
    if let block { pool.give(block) }
  }

  /// The C structure by which a decoder asks for this memory. C code must not use it after this object is
  /// freed.
  var lender: shim_lender {
    shim_lender(
      take: { owner, bytes in
        owner.flatMap { Unmanaged<WholePictureMemory>.fromOpaque($0).takeUnretainedValue().take(bytes) }
      },
      owner: Unmanaged.passUnretained(self).toOpaque())
  }

  private func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
    // A decoder asks for memory only once.
    guard block == nil else { return nil }
    block = pool.take(bytes, for: .coefficients)
    return block?.base
  }
}
