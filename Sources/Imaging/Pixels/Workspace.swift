import ReducedJPEG
import System

/// Memory and tables that a thread keeps from image to image. Used by one thread.
package final class Workspace {
  package let filters = FilterBanks()
  package let buffers: BufferPool
  /// The kept Huffman tables.
  let tables = TableCache()
  /// Threads that help to decode parts of one picture; nil if there are none.
  let helpers: (any HelperThreads)?

  /// A workspace that keeps up to `bytes` of buffers from image to image.
  package init(keeping bytes: Int = .max, helpers: (any HelperThreads)? = nil) {
    self.helpers = helpers
    buffers = BufferPool(keeping: bytes)
  }
}
