import ImageModel
import JobFile

/// Pictures of buckets beyond whole batches.
extension Planner {
  /// Leaves out the pictures of each bucket beyond whole batches, if `buckets` says `tail: drop`. `images` are all images
  /// of the job, in the order of `items`.
  ///
  /// The pictures with the greatest hashes fall out. So the choice doesn't depend on the order of the sources, and few
  /// pictures change their verdict if others come or go.
  package func leaveOutTails(of images: inout [ImagePlan], _ items: [SourceItem]) {
    let buckets = job.outputs.map { $0.shaping.over(job.shaping).buckets }
    guard let entry = buckets.firstIndex(where: { $0?.tail == .drop }), let batch = buckets[entry]?.batch
    else { return }
    var groups: [Bucket: [(number: UInt64, place: Int)]] = [:]
    for (place, item) in zip(images.indices, items) {
      let image = images[place]
      let index = image.outputs.indices.first { job.entryIndex(ofOutput: $0, of: image) == entry }
      guard let index, image.failure(ofOutput: index) == nil, let size = image.outputs[index].shownSize else {
        continue
      }
      let number = Split.number(ofGroup: "\(image.source)\n\(image.id)\n\(image.page ?? 0)")
      groups[Bucket(size: size, split: split(of: image, item)), default: []].append((number, place))
    }
    for (group, pictures) in groups where pictures.count % batch > 0 {
      let split = group.split.map { " of split '\($0)'" } ?? ""
      let count = pictures.count == 1 ? "1 picture" : "\(pictures.count) pictures"
      let reason = Finding(
        .filtered,
        "its bucket \(group.size)\(split) has \(count), and buckets.tail drops those beyond whole batches of \(batch)"
      )
      let order = pictures.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
      for (_, place) in order.suffix(pictures.count % batch) {
        images[place] = images[place].leftOut(reason)
      }
    }
  }
}
