import ReducedJPEG
import System

/// Memory and tables that a thread keeps from image to image. Used by one thread.
package final class Workspace {
  package let graphs: ResampleGraphs
  package let buffers: BufferPool
  /// The kept Huffman tables.
  let tables = TableCache()
  /// Threads that help to decode parts of one picture; nil without.
  let helpers: (any HelperThreads)?

  /// A workspace that keeps up to `bytes` of buffers from image to image.
  package convenience init(keeping bytes: Int = .max, helpers: (any HelperThreads)? = nil) {
    self.init(graphs: ResampleGraphs(), buffers: BufferPool(keeping: bytes), helpers: helpers)
  }

  init(
    graphs: ResampleGraphs, buffers: BufferPool = BufferPool(), helpers: (any HelperThreads)? = nil
  ) {
    self.graphs = graphs
    self.buffers = buffers
    self.helpers = helpers
  }
}
