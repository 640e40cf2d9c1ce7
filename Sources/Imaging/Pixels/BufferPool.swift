import Glibc
import ImageModel

/// Memory of planes and coefficients that were let go, for the next ones: pages that are fresh from the system cost a
/// fault each. Used by one thread.
package final class BufferPool {
  /// Some memory, aligned as planes are.
  struct Block {
    fileprivate var memory: UnsafeMutableRawPointer
    fileprivate(set) var size: Int
    /// The last image that used it.
    fileprivate var image: Int

    var base: UnsafeMutableRawPointer { memory.alignedUp(toMultipleOf: planeAlignment) }
  }

  private var idle: [Block] = []
  private var image = 0
  private let keeps: Int

  /// How often there was memory for a plane.
  package private(set) var lookups = Lookups()

  /// Bytes that nobody uses.
  package var idleBytes: Int { idle.reduce(0) { $0 + $1.size } }

  /// A pool that keeps so many bytes from image to image.
  package init(keeping bytes: Int = .max) { keeps = bytes }

  deinit { drop { _ in true } }

  /// Ends an image: gives back what it had no use for, and what is more than is to be kept.
  package func endImage() {
    drop { $0.image < image }
    image += 1
    var left = keeps
    idle.sort { $0.size < $1.size }
    drop { block in
      left = max(0, left) - block.size
      return left < 0
    }
  }

  /// At least `size` bytes, holding anything; nil when memory runs out.
  func take(_ size: Int) -> Block? {
    guard let place = place(for: size) else {
      lookups.misses += 1
      return malloc(size + planeAlignment).map { Block(memory: $0, size: size, image: image) }
    }
    lookups.hits += 1
    var block = idle.remove(at: place)
    if !block.suits(size, in: image) {
      // The C library moves the pages of large blocks, not the bytes.
      guard let memory = realloc(block.memory, size + planeAlignment) else {
        free(block.memory)
        return nil
      }
      (block.memory, block.size) = (memory, size)
    }
    block.image = image
    return block
  }

  /// Takes back what ``take(_:)`` gave.
  func give(_ block: Block) { idle.append(block) }

  /// The smallest block that suits, or else the one whose size is nearest, as a ratio.
  private func place(for size: Int) -> Int? {
    idle.indices.filter { idle[$0].suits(size, in: image) }.min { idle[$0].size < idle[$1].size }
      ?? idle.indices.min { idle[$0].distance(from: size) < idle[$1].distance(from: size) }
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
  /// How often the smaller of the two sizes goes into the larger.
  fileprivate func distance(from wanted: Int) -> Double {
    Double(max(size, wanted)) / Double(max(1, min(size, wanted)))
  }

  /// Whether it can be used as it is: an image goes on with what it has used, and is lent no more than an eighth too
  /// much of what others have.
  fileprivate func suits(_ wanted: Int, in image: Int) -> Bool {
    size >= wanted && (self.image == image || size - wanted <= wanted / 8)
  }
}
