import ImageModel
import Planning
import Remote
import Rendering
import Reporting
import State
import Survey
import System

/// Fills the empty journal of a job whose outputs lie in a bucket, because its state was lost, or because another machine
/// has it. The manifest of the last run tells what was made, and each object tells the recipe and the source of which it
/// was made. An output that both confirm isn't made again.
package struct StateRecovery {
  private let state: JobState
  private let bucket: OutputBucket
  private let freshness: Freshness
  private let store: SourceStore
  private let pool: ThreadPool

  /// The objects that are asked for together.
  private static let batch = 256

  /// Nil for outputs in a folder, and for a journal with items. `store` opens the sources.
  package init?(_ state: JobState, _ freshness: Freshness, _ store: SourceStore, pool: ThreadPool) {
    guard let bucket = state.outputs as? OutputBucket, state.journal.count == 0 else { return nil }
    (self.state, self.bucket, self.freshness, self.store, self.pool) = (state, bucket, freshness, store, pool)
  }

  /// Notes in the journal what the manifest and the bucket confirm of `images`. `manifest` is the manifest's absolute
  /// path, or the URL of its object. Returns the number of outputs; 0 without a manifest. The journal gets all or nothing:
  /// after a fault or a stop, the next run recovers anew.
  package func run(
    _ images: [ImagePlan], manifest: String, unless stop: StopRequest
  ) throws(Halted) -> Int {
    do throws(SystemError) {
      guard let file = try state.outputs.openManifest(at: manifest) else { return 0 }
      var batch: [Found] = []
      var size = 0
      var items: [JournalItem] = []
      let lines = FileLines(of: file.number)
      let images = images.named(by: lines)
      var rows = ManifestJoin(images, lines)
      while let found = rows.next(), stop.reason == nil {
        size += found.rows.count
        batch.append(found)
        if size >= Self.batch {
          items += try confirmed(batch, images)
          (batch, size) = ([], 0)
        }
      }
      items += try confirmed(batch, images)
      if items.isEmpty || stop.reason != nil { return 0 }
      try state.journal.append(items.map { .item($0) }, syncs: false)
      return items.reduce(0) { $0 + $1.outputs.count }
    } catch { throw Halted(Halt(error, writing: state.name)) }
  }

  /// The journal's items of images of which the bucket confirms an output.
  private func confirmed(_ batch: [Found], _ images: [ImagePlan]) throws(SystemError) -> [JournalItem] {
    let wanted = batch.flatMap { found in
      found.rows.compactMap { row in images[found.image].outputs[row.output].path.map { (row, $0) } }
    }
    let told = try bucket.facts(of: wanted.map(\.1))
    let facts = Dictionary(zip(wanted.map { ExactText($0.1) }, told)) { $1 }
    return pool.map(count: batch.count) { place in
      item(batch[place], images[batch[place].image]) { facts[ExactText($0)] ?? nil }
    }.compactMap { $0 }
  }

  /// The journal's item of an image; nil if the image has no output that is right.
  private func item(
    _ found: Found, _ image: ImagePlan, _ facts: (String) -> ObjectFacts?
  ) -> JournalItem? {
    guard let version = image.version else { return nil }
    let sourceSHA256 = found.rows.first?.line.sourceSHA256
    let maskSHA256 = found.rows.lazy.compactMap(\.line.maskSHA256).first
    var outputs: [JournalOutput] = []
    var sums: (source: String?, mask: String?)?
    for row in found.rows {
      guard let path = image.outputs[row.output].path, let facts = facts(path),
        let noted = facts.fact(OutputBucket.recipeFact),
        let file = bucket.identity(of: path, confirmedBy: facts),
        let outcome = row.line.outcome(of: image, row.output), outcome.sha256 == facts.sha256,
        outcome.bytes == file.bytes,
        row.line.sourceSHA256 == sourceSHA256
      else { continue }
      // A recipe of version 0.2.0 tells the version of the mask file.
      let older = freshness.recipe(notedAs: noted, row.output, image)
      guard older != nil || freshness.accepts(noted, row.output, image) else { continue }
      if facts.fact(OutputBucket.sourceFact) != OutputBucket.fact(of: version, image.mask?.version) {
        let present = sums ?? self.sums(of: image)
        sums = present
        guard let sourceSHA256, present.source == sourceSHA256 else { continue }
        let isOfMask = maskSHA256.map { $0 == present.mask } ?? (image.mask == nil)
        guard older != nil || isOfMask else { continue }
      }
      outputs.append(JournalOutput(path: path, recipe: older ?? noted, outcome: outcome, file: file))
    }
    if outputs.isEmpty { return nil }
    return JournalItem(
      source: image.source, id: image.id, version: version, sourceSHA256: sourceSHA256,
      mask: image.mask.map { JournalMask(version: $0.version, sha256: maskSHA256) }, outputs: outputs)
  }

  /// The SHA-256 of an image's source and of its mask file, in hexadecimal. Nil for a file that can't be read. Nil for a
  /// URL too: to fetch it takes as long as to make its outputs.
  private func sums(of image: ImagePlan) -> (source: String?, mask: String?) {
    guard !WebAddress.isURL(image.source), let file = try? store.open(image) else { return (nil, nil) }
    return (try? file.descriptor.sha256(), image.mask.flatMap { try? store.sum(of: $0) })
  }
}

extension StateRecovery {
  /// The rows that a manifest has of an image.
  struct Found {
    let image: Int
    var rows: [(output: Int, line: ManifestLine)]
  }
}
