import ReducedJPEG

/// What a worker keeps from image to image. Used by one thread.
package final class Workspace {
  package let graphs: ResampleGraphs
  package let buffers: BufferPool
  /// Of Huffman codes.
  let tables = TableCache()

  /// A workspace that keeps so many bytes of buffers from image to image.
  package convenience init(keeping bytes: Int = .max) {
    self.init(graphs: ResampleGraphs(), buffers: BufferPool(keeping: bytes))
  }

  init(graphs: ResampleGraphs, buffers: BufferPool = BufferPool()) {
    self.graphs = graphs
    self.buffers = buffers
  }
}
