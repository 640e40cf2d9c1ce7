import Glibc
import ImageModel

/// Keeps the freed memory of planes and coefficients for reuse, because each fresh page from the system costs
/// a page fault. Only one thread uses a pool.
package final class BufferPool {
  /// The use of a block. A block for one use is never lent for the other use, because the sizes differ by
  /// orders of magnitude.
  enum Use {
    case rows, coefficients
  }

  /// A block of memory, aligned like planes.
  struct Block {
    fileprivate var memory: UnsafeMutableRawPointer
    fileprivate(set) var size: Int
    fileprivate let use: Use
    /// The number of the last image that used the block.
    fileprivate var image: Int
    /// The bytes of a lent block beyond what was asked for.
    fileprivate var surplus = 0

    var base: UnsafeMutableRawPointer { memory.alignedUp(toMultipleOf: planeAlignment) }
  }

  private var idle: [Block] = []
  /// Bytes of all lent blocks, and the sum of their surpluses.
  private var lent = 0
  private var surplus = 0
  private var most = Int.max
  private var image = 0
  private let keeps: Int

  /// The numbers of hits and misses. A hit is a request for which the pool had enough memory. For a miss,
  /// some or all of the memory came from the system.
  package private(set) var lookups = Lookups()

  /// A pool that keeps up to `bytes` from image to image.
  package init(keeping bytes: Int = .max) { keeps = bytes }

  deinit { drop { _ in true } }

  /// The number of bytes in idle blocks that the current image hasn't used.
  package var staleBytes: Int { idle.reduce(0) { $0 + ($1.image < image ? $1.size : 0) } }

  /// The number of bytes in all blocks, lent or idle.
  var heldBytes: Int { idle.reduce(lent) { $0 + $1.size } }

  /// Begins an image. The pool shall hold at most `bytes`, unless the image asks for more.
  package func beginImage(within bytes: Int) {
    image += 1
    most = bytes
    makeRoom(for: 0)
  }

  /// Ends an image: frees blocks that neither it nor the two images before used, and memory above the limit for
  /// keeping.
  package func endImage() {
    drop { $0.image < image - 2 }
    most = keeps
    makeRoom(for: 0)
  }

  /// Frees idle blocks until the pool can hold `bytes` more bytes within its limit. If a part of the last
  /// block is enough, the rest of this block is kept.
  package func makeRoom(for bytes: Int) {
    while heldBytes > most - bytes, let place = idle.indices.max(by: { outlasts(idle[$0], idle[$1]) }) {
      var block = idle.remove(at: place)
      let rest = most - bytes - heldBytes
      guard rest > 0, let memory = realloc(block.memory, rest + planeAlignment) else {
        free(block.memory)
        continue
      }
      (block.memory, block.size) = (memory, rest)
      idle.append(block)
    }
  }

  /// A block of at least `size` bytes with any content; nil if memory runs out.
  func take(_ size: Int, for use: Use = .rows) -> Block? {
    let block = place(for: size, use).map { idle.remove(at: $0) }
    if var block, suits(block, size) {
      lookups.hits += 1
      block.image = image
      block.surplus = block.size - size
      lent += block.size
      surplus += block.surplus
      return block
    }
    lookups.misses += 1
    makeRoom(for: size)
    guard let memory = resized(block?.memory, to: size + planeAlignment) else { return nil }
    lent += size
    return Block(memory: memory, size: size, use: use, image: image)
  }

  /// Takes back a block from ``take(_:for:)``.
  func give(_ block: Block) {
    lent -= block.size
    surplus -= block.surplus
    idle.append(block)
  }

  /// The index of the smallest suitable block; among equals, of the one that was used last. If no block is
  /// suitable, the index of the block whose size differs from `size` by the smallest ratio.
  private func place(for size: Int, _ use: Use) -> Int? {
    let candidates = idle.indices.filter { idle[$0].use == use }
    return candidates.filter { suits(idle[$0], size) }
      .min { (idle[$0].size, -idle[$0].image) < (idle[$1].size, -idle[$1].image) }
      ?? candidates.min { idle[$0].distance(from: size) < idle[$1].distance(from: size) }
  }

  /// True if the block can be used unchanged. It may have up to eight times the needed size. A block of an
  /// earlier image may raise the sum of the surpluses to an eighth of what the pool shall hold.
  private func suits(_ block: Block, _ wanted: Int) -> Bool {
    block.size >= wanted && block.size / 8 <= wanted
      && (block.image == image || surplus + block.size - wanted <= most / 8)
  }

  /// Resizes a block. `realloc` moves the pages of large blocks without copying bytes. If `realloc` fails,
  /// idle memory is freed, and `realloc` is tried again.
  private func resized(_ memory: UnsafeMutableRawPointer?, to size: Int) -> UnsafeMutableRawPointer? {
    if let resized = realloc(memory, size) { return resized }
    drop { _ in true }
    if let resized = realloc(memory, size) { return resized }
    free(memory)
    return nil
  }

  /// True if `other` is freed before `one`. The block with the lower `image` is freed first. If both have the
  /// same `image`, the larger block is freed first.
  private func outlasts(_ one: Block, _ other: Block) -> Bool {
    one.image == other.image ? one.size < other.size : one.image > other.image
  }

  private func drop(where isSuperfluous: (Block) -> Bool) {
    idle.removeAll { block in
      guard isSuperfluous(block) else { return false }
      free(block.memory)
      return true
    }
  }
}

extension BufferPool.Block {
  /// The ratio between the block's size and `wanted`: the larger number divided by the smaller one.
  fileprivate func distance(from wanted: Int) -> Double {
    Double(max(size, wanted)) / Double(max(1, min(size, wanted)))
  }
}
