import ImageModel
import JobFile
import System

/// Pictures that look like an earlier one.
extension Planner {
  /// Leaves out each picture whose entry asks for `not_duplicate`, and that looks like a picture which stays. The
  /// pictures are looked at in the order of `images`, which are all images of the job, in the order of `items`. So
  /// the result depends on nothing else. Items of one page of a source are one picture.
  package func leaveOutDuplicates(of images: inout [ImagePlan], _ items: [SourceItem]) {
    guard job.sources.indices.contains(where: { job.conditions(of: $0)?.notDuplicate != nil }) else { return }
    var whole: [Int] = []
    var folders: [ExactText: [Int]] = [:]
    for (place, item) in zip(images.indices, items)
    where images[place].error == nil && images[place].facts != nil {
      switch job.conditions(of: item.entry)?.notDuplicate?.scope {
      case .job: whole.append(place)
      case .folder: folders[images[place].folder, default: []].append(place)
      case nil: continue
      }
    }
    var index = HashIndex()
    for places in [whole] + folders.values {
      leaveOutDuplicates(of: &images, items, at: places, &index)
      index.removeAll()
    }
  }

  private func leaveOutDuplicates(
    of images: inout [ImagePlan], _ items: [SourceItem], at places: [Int], _ index: inout HashIndex
  ) {
    /// The images whose hashes are in the index.
    var kept: [Int] = []
    /// The verdict on the last picture; nil if it stays.
    var last: (place: Int, reason: Finding?)?
    for place in places {
      guard let hash = images[place].facts?.phash,
        let bound = job.conditions(of: items[place].entry)?.notDuplicate
      else { continue }
      if let last, images[last.place].isOfSamePicture(as: images[place]) {
        if let reason = last.reason { images[place] = images[place].leftOut(reason) }
        continue
      }
      let near = index.nearest(to: hash, within: bound.distance)
      let reason = near.map { near in
        let first = images[kept[near.number]].named(beside: images[place])
        return Finding(
          .filtered,
          "it looks like \(first): their phash differs in \(near.distance) of 64 bits, and where.not_duplicate asks for "
            + "more than \(bound.distance)")
      }
      last = (place, reason)
      if let reason {
        images[place] = images[place].leftOut(reason)
      } else {
        index.add(hash)
        kept.append(place)
      }
    }
  }
}

extension ImagePlan {
  /// The folder in which the source lies. A member lies in a folder of its archive.
  fileprivate var folder: ExactText {
    guard let member = MemberPath(source) else { return ExactText(source.parentFolder) }
    return ExactText(MemberPath.start(in: member.archive) + member.member.parentFolder)
  }

  /// The picture's name in a message about `other`.
  fileprivate func named(beside other: ImagePlan) -> String {
    source.hasSameBytes(as: other.source) ? "'\(source)' (id '\(id)')" : "'\(source)'"
  }

  fileprivate func isOfSamePicture(as other: ImagePlan) -> Bool {
    source.hasSameBytes(as: other.source) && page == other.page
  }
}
