/// What a worker keeps from image to image. Used by one thread.
package final class Workspace {
  package let graphs: ResampleGraphs
  package let planes: PlanePool

  /// A workspace that keeps so many bytes of planes from image to image.
  package convenience init(keeping bytes: Int = .max) {
    self.init(graphs: ResampleGraphs(), planes: PlanePool(keeping: bytes))
  }

  init(graphs: ResampleGraphs, planes: PlanePool = PlanePool()) {
    self.graphs = graphs
    self.planes = planes
  }
}
