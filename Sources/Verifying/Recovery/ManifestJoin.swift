import ImageModel
import Planning
import Rendering
import Reporting
import System

/// Finds the rows of a plan's outputs in a manifest. Both are sorted in the same way, so each is read once.
struct ManifestJoin {
  private let images: [ImagePlan]
  private let order: [ManifestOrder.Row]
  private var lines: FileLines
  /// The next output in ``order``.
  private var place = 0
  /// The line after the last one that was taken.
  private var ahead: ManifestLine?
  /// The images of a source that were found and not given yet.
  private var found: [StateRecovery.Found] = []

  init(_ images: [ImagePlan], _ lines: FileLines) {
    (self.images, self.lines) = (images, lines)
    order = ManifestOrder(images).rows
    ahead = nextLine()
  }

  /// The next image with a row of an output that was made; nil after the last one. A damaged line counts for nothing.
  /// The lines end before one that can't be read.
  mutating func next() -> StateRecovery.Found? {
    while found.isEmpty, let line = ahead {
      let source = line.key.source
      while let line = ahead, line.key.source.hasSameBytes(as: source) {
        take(line)
        ahead = nextLine()
      }
    }
    return found.isEmpty ? nil : found.removeFirst()
  }

  private mutating func take(_ line: ManifestLine) {
    while place < order.count, key(order[place]) < line.key { place += 1 }
    guard place < order.count, key(order[place]) == line.key else { return }
    let row = order[place]
    place += 1
    guard line.isMade else { return }
    let image = Int(row.image)
    if let known = found.firstIndex(where: { $0.image == image }) {
      found[known].rows.append((Int(row.output), line))
    } else {
      found.append(StateRecovery.Found(image: image, rows: [(Int(row.output), line)]))
    }
  }

  private func key(_ row: ManifestOrder.Row) -> RowKey {
    let image = images[Int(row.image)]
    return RowKey(source: image.source, output: image.outputs[Int(row.output)].path ?? "")
  }

  private mutating func nextLine() -> ManifestLine? {
    while let line = try? lines.next() {
      if let row = try? ManifestLine(line) { return row }
    }
    return nil
  }
}

extension ManifestLine {
  /// The outcome that the row gives to output `index` of an image: what it says besides the plan. Nil if the row says
  /// less than the plan.
  func outcome(of image: ImagePlan, _ index: Int) -> OutputOutcome? {
    let planned = image.warnings + image.outputs[index].warnings
    guard isMade, warnings.starts(with: planned), let outputSHA256, let outputBytes else { return nil }
    var outcome = OutputOutcome()
    (outcome.sha256, outcome.bytes) = (outputSHA256, outputBytes)
    outcome.findings = Array(warnings.dropFirst(planned.count)) + notes
    return outcome
  }
}
