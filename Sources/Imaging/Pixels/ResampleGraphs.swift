import CZimg
import ImageModel

/// The zimg graphs that a thread keeps. To build a graph costs more than to run it. Pictures of one camera
/// share their geometry, and so their graphs. Only one thread may use this object.
package final class ResampleGraphs {
  /// The most graphs that are kept: enough for both passes of several outputs.
  private static let capacity = 12

  private let cpu: ResampleGraph.CPU
  /// The kept graphs, most recently used last.
  private var kept: [(key: ResampleKey, graph: ResampleGraph)] = []

  /// Counts of requests. A hit is a request for a kept graph.
  package private(set) var lookups = Lookups()

  package convenience init() { self.init(cpu: ZIMG_CPU_AUTO) }

  init(cpu: ResampleGraph.CPU) { self.cpu = cpu }

  /// The graph for `key`; built if it isn't kept. Throws as ``ResampleGraph`` does.
  func graph(_ key: ResampleKey) throws(ImageError) -> ResampleGraph {
    if let place = kept.firstIndex(where: { $0.key == key }) {
      lookups.hits += 1
      let found = kept.remove(at: place)
      kept.append(found)
      return found.graph
    }
    lookups.misses += 1
    if kept.count == Self.capacity { kept.removeFirst() }
    let graph = try ResampleGraph(key, cpu: cpu)
    kept.append((key, graph))
    return graph
  }
}
