import Glibc
import ImageModel
import JSON
import Planning
import Rendering
import System

/// Writes a batch's manifest in the order of rows. It takes the memory of two numbers for each row.
package struct ManifestWriter {
  private let header: ManifestHeader
  private let images: [ImagePlan]
  private let shard: ShardManifestHeader?

  /// A writer for a whole batch, or for one `shard` of it. A shard's manifest begins with the shard's header,
  /// and each of its lines has a checksum.
  package init(_ header: ManifestHeader, _ images: [ImagePlan], shard: ShardManifestHeader? = nil) {
    self.header = header
    self.images = images
    self.shard = shard
  }

  /// Writes the rows, sorted by the bytes of source and output, to `path` by rename. Returns the file's
  /// identity.
  ///
  /// `outcome` is called once for each group of neighbouring rows of an image. With `syncs` the file outlasts
  /// a power cut.
  package func write(
    to path: String, syncs: Bool, outcome: (ImagePlan) throws -> ImageOutcome
  ) throws -> FileIdentity {
    let file = try WholeFile(path)
    var json = JSONWriter()
    if let shard { json.sealedLine(shard) }
    try ManifestOrder(images).forEach(of: images, outcome: outcome) { row, result in
      let line = ManifestRow(header, images[Int(row.image)], Int(row.output), result)
      if shard == nil { json.line(line) } else { json.sealedLine(line) }
      if json.count >= JSONWriter.chunk { try Descriptor.write(json.take(), to: file.number) }
    }
    try Descriptor.write(json.take(), to: file.number)
    return try file.commit(syncs: syncs)
  }
}
