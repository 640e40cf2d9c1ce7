import Glibc
import ImageModel

/// Memory of planes and coefficients that were let go, for the next ones: pages that are fresh from the system cost a
/// fault each. Used by one thread.
package final class BufferPool {
  /// What memory is for. What was one is never lent as the other: they are of another order of size.
  enum Use {
    case rows, coefficients
  }

  /// Some memory, aligned as planes are.
  struct Block {
    fileprivate var memory: UnsafeMutableRawPointer
    fileprivate(set) var size: Int
    fileprivate let use: Use
    /// The last image that used it.
    fileprivate var image: Int

    var base: UnsafeMutableRawPointer { memory.alignedUp(toMultipleOf: planeAlignment) }
  }

  private var idle: [Block] = []
  private var lent = 0
  private var most = Int.max
  private var image = 0
  private let keeps: Int

  /// How often memory was asked for: a hit found enough of it, a miss had to get it from the system, or some of it.
  package private(set) var lookups = Lookups()

  /// A pool that keeps so many bytes from image to image.
  package init(keeping bytes: Int = .max) { keeps = bytes }

  deinit { drop { _ in true } }

  /// Bytes that nobody uses, and the image under way hasn't used.
  package var staleBytes: Int { idle.reduce(0) { $0 + ($1.image < image ? $1.size : 0) } }

  /// All bytes, lent and idle.
  var heldBytes: Int { idle.reduce(lent) { $0 + $1.size } }

  /// Begins an image for which the pool is to hold no more bytes than this, as far as it isn't asked for more.
  package func beginImage(within bytes: Int) {
    image += 1
    most = bytes
    makeRoom(for: 0)
  }

  /// Ends an image: gives back what it had no use for, and what is more than is to be kept.
  package func endImage() {
    drop { $0.image < image }
    most = keeps
    makeRoom(for: 0)
  }

  /// Gives back idle memory, or the end of it, until so many bytes can be got elsewhere within what the image may take.
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

  /// At least `size` bytes, holding anything; nil when memory runs out.
  func take(_ size: Int, for use: Use = .rows) -> Block? {
    let block = place(for: size, use).map { idle.remove(at: $0) }
    if var block, block.suits(size, in: image) {
      lookups.hits += 1
      block.image = image
      lent += block.size
      return block
    }
    lookups.misses += 1
    makeRoom(for: size)
    guard let memory = resized(block?.memory, to: size + planeAlignment) else { return nil }
    lent += size
    return Block(memory: memory, size: size, use: use, image: image)
  }

  /// Takes back what ``take(_:for:)`` gave.
  func give(_ block: Block) {
    lent -= block.size
    idle.append(block)
  }

  /// The smallest block that suits, or else the one whose size is nearest, as a ratio.
  private func place(for size: Int, _ use: Use) -> Int? {
    let candidates = idle.indices.filter { idle[$0].use == use }
    return candidates.filter { idle[$0].suits(size, in: image) }.min { idle[$0].size < idle[$1].size }
      ?? candidates.min { idle[$0].distance(from: size) < idle[$1].distance(from: size) }
  }

  /// The C library moves the pages of large blocks, not the bytes. What is idle is given up before this fails.
  private func resized(_ memory: UnsafeMutableRawPointer?, to size: Int) -> UnsafeMutableRawPointer? {
    if let resized = realloc(memory, size) { return resized }
    drop { _ in true }
    if let resized = realloc(memory, size) { return resized }
    free(memory)
    return nil
  }

  /// Whether the other of two is given back first: what the image under way hasn't used, or else the larger one.
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
  /// Whether it can be used as it is: an image goes on with what it has used, and is lent no more than an eighth too
  /// much of what others have.
  fileprivate func suits(_ wanted: Int, in image: Int) -> Bool {
    size >= wanted && (self.image == image ? size / 8 <= wanted : size - wanted <= wanted / 8)
  }

  /// How often the smaller of the two sizes goes into the larger.
  fileprivate func distance(from wanted: Int) -> Double {
    Double(max(size, wanted)) / Double(max(1, min(size, wanted)))
  }
}
