import JobFile
import Planning
import System

extension [ImagePlan] {
  /// The images with the paths that the rows of a manifest give to their outputs. Only paths that need a hash of their
  /// output change, and only if the row's path has the row's own hash. The lines end before one that can't be read.
  func named(by lines: FileLines) -> [ImagePlan] {
    guard contains(where: { $0.outputs.contains(where: \.namesContent) }) else { return self }
    let found = paths(in: lines, PlannedRows(self))
    var images = self
    for (image, output, path) in found { images[image].outputs[output].path = path }
    return images
  }

  private func paths(
    in lines: FileLines, _ planned: PlannedRows
  ) -> [(image: Int, output: Int, path: String)] {
    var lines = lines
    var paths: [(image: Int, output: Int, path: String)] = []
    while let next = try? lines.next() {
      guard let line = try? ManifestLine(next), line.isMade, let sum = line.outputSHA256 else { continue }
      let keys = OutputPath.plannedPaths(behind: line.key.output, of: sum).lazy.map {
        RowKey(source: line.key.source, output: $0)
      }
      guard let place = keys.compactMap({ planned.places(of: $0).first }).first else { continue }
      let (image, output) = planned.row(at: place)
      paths.append((image, output, line.key.output))
    }
    return paths
  }
}
