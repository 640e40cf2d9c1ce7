import Execution
import Glibc
import ImageModel
import Planning

/// Gathers a batch's rows in a file as they come, and makes the manifest of them in its own order at the end.
///
/// Memory: two numbers a row. Used by one thread at a time.
package final class ManifestWriter {
  private let header: ManifestHeader
  private let images: [ImagePlan]
  private let spool: Spool
  /// Where each row stands in the spool, image by image.
  private var rows: [(offset: Int, count: Int)]
  /// The place of each image's first row in `rows`.
  private let firstRows: [Int]

  /// A writer for a whole batch with its spool in `folder`. Throws where that can't be made.
  package init(_ header: ManifestHeader, _ images: [ImagePlan], folder: String) throws(SystemError) {
    self.header = header
    self.images = images
    var count = 0
    firstRows = images.map { image in
      defer { count += image.outputs.count }
      return count
    }
    rows = Array(repeating: (0, 0), count: count)
    spool = try Spool(folder)
  }

  /// Takes in what came of an image, and returns how its rows ended. Throws where the spool can't be written.
  package func add(_ image: ImagePlan, _ outcome: ImageOutcome) throws -> [ManifestRow.Status] {
    var statuses: [ManifestRow.Status] = []
    for index in image.outputs.indices {
      let row = ManifestRow(header, image, index, outcome)
      let text = try JSONText.encode(row) + "\n"
      rows[firstRows[image.index - 1] + index] = (spool.end, text.utf8.count)
      try spool.append(text)
      statuses.append(row.status)
    }
    return statuses
  }

  /// Writes the manifest, sorted by the bytes of source and output, to `path`, by rename.
  package func finish(_ path: String) throws {
    let file = try OutputFile(path, name: path)
    for row in order {
      let bytes = try spool.read(row.count, at: row.offset)
      try Descriptor.write(bytes, to: file.number)
    }
    try file.commit()
  }

  private var order: [(offset: Int, count: Int)] {
    let keys = images.indices.flatMap { image in
      images[image].outputs.indices.map { (image: Int32(image), output: Int32($0)) }
    }
    let sorted = keys.sorted { one, other in
      let (first, second) = (images[Int(one.image)], images[Int(other.image)])
      if Self.precedes(first.source, second.source) { return true }
      if Self.precedes(second.source, first.source) { return false }
      return Self.precedes(
        first.outputs[Int(one.output)].path ?? "", second.outputs[Int(other.output)].path ?? "")
    }
    return sorted.map { rows[firstRows[Int($0.image)] + Int($0.output)] }
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
