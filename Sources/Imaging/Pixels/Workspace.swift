import ReducedJPEG
import System

/// What a worker keeps from image to image. Used by one thread.
package final class Workspace {
  package let graphs: ResampleGraphs
  package let buffers: BufferPool
  /// Of Huffman codes.
  let tables = TableCache()
  /// What decodes parts of one picture meanwhile; nil without.
  let helpers: (any HelperThreads)?

  /// A workspace that keeps so many bytes of buffers from image to image.
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
