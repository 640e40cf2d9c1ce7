import ImageModel
import JobFile
import Planning
import Survey
import System

/// Pictures that are there twice.
extension Auditor {
  /// The images that have the bytes of another one: for the index of an image, that of the first one.
  typealias Copies = [Int32: Int32]

  /// The images whose files have the same bytes as an earlier one. Only files of equal size are hashed.
  func copies(_ hashing: FileHashing, _ store: SourceStore, largest: Int) throws -> Copies {
    let places = subject.pictures.filter {
      let image = subject.images[Int($0)]
      return image.version != nil && !image.isFiltered && subject.place(of: image.source) == $0
    }
    let bySize = places.sorted { (size(of: $0), $0) < (size(of: $1), $1) }
    let alike = bySize.indices.filter { index in
      [index - 1, index + 1].contains {
        bySize.indices.contains($0) && size(of: bySize[$0]) == size(of: bySize[index])
      }
    }.map { bySize[$0] }
    var copies: Copies = [:]
    var known: [Checksum: Int32] = [:]
    var last = -1
    let images = subject.images
    try hashing.forEach(count: alike.count, name: { images[Int(alike[$0])].source }) {
      number throws(OpeningError) in
      try store.open(images[Int(alike[number])]).sum(largest: largest)
    } _: { number, sum in
      guard case .success(let hash) = sum else { return }
      if hash.bytes != last { known = [:] }
      last = hash.bytes
      if let first = known[hash.sha256] {
        copies[alike[number]] = first
      } else {
        known[hash.sha256] = alike[number]
      }
    }
    return copies
  }

  private func size(of place: Int32) -> Int { subject.images[Int(place)].bytes ?? 0 }

  /// The split of an image: that of the job, or the last of its folders whose name is that of a split. Nil if there is
  /// none.
  private func split(of place: Int32) -> String? {
    if !subject.splits.isEmpty { return subject.splits[Int(place)] }
    return subject.images[Int(place)].source.splitOfFolder
  }

  /// A hash of a picture in a split.
  private struct KnownHash: Hashable {
    let hash: PictureHash
    let split: String?
  }

  /// Finds pictures with the bytes of another one, pictures that look like another one, and both across splits. Each
  /// picture is compared with the earlier ones, and has at most one of these faults.
  mutating func checkDuplicates(_ copies: Copies) {
    var index = HashIndex()
    /// The images whose hashes are in the index.
    var indexed: [Int32] = []
    var known: Set<KnownHash> = []
    let splits = subject.images.indices.map { split(of: Int32(clamping: $0)) }
    for place in subject.pictures {
      let own = splits[Int(place)]
      /// True if the two pictures are known to lie in different splits.
      func isApart(_ other: Int32) -> Bool {
        own != nil && splits[Int(other)] != nil && splits[Int(other)] != own
      }
      let copied = copies[place]
      if let first = copied {
        add(isApart(first) ? .leak : .sameBytes, place, first, "has the bytes of", own)
      }
      guard let facts = subject.images[Int(place)].facts, facts.deviation >= Conditions.leastDeviation else {
        continue
      }
      let (hash, distance) = (facts.phash, NotDuplicate().distance)
      let leak =
        own == nil || copied != nil ? nil : index.nearest(to: hash, within: distance) { isApart(indexed[$0]) }
      if copied == nil, let near = leak ?? index.nearest(to: hash, within: distance) {
        let first = indexed[near.number]
        add(
          leak == nil ? .nearDuplicate : .leak, place, first,
          "differs in \(near.distance) of 64 bits of its phash from", own)
      }
      // A set may have any number of equal hashes. They would make each search as long as the set.
      guard known.insert(KnownHash(hash: hash, split: own)).inserted else { continue }
      index.add(hash)
      indexed.append(place)
    }
  }

  private mutating func add(_ code: AuditCode, _ place: Int32, _ first: Int32, _ text: String, _ own: String?)
  {
    let other = subject.shown(subject.images[Int(first)].source)
    let (before, after) =
      code == .leak ? ("lies in '\(own ?? "")' and ", " in '\(split(of: first) ?? "")'") : ("", "")
    findings.add(
      code, subject.shown(subject.images[Int(place)].source), "it \(before)\(text) '\(other)'\(after)"
    ) { finding in
      (finding.other, finding.image, finding.otherImage) = (other, place, first)
    }
  }
}

extension String {
  /// The split that the last fitting folder of a path names: train, val or test. Nil if none does.
  fileprivate var splitOfFolder: String? {
    for folder in utf8.split(separator: UInt8(ascii: "/")).dropLast().reversed() {
      // Digits behind the name tell the year, as in COCO's `train2017`.
      let name = Substring(folder).lowercased().reversed().drop { "0123456789_-".contains($0) }
      switch String(name.reversed()) {
      case "train", "training": return "train"
      case "val", "valid", "validation", "dev": return "val"
      case "test", "testing": return "test"
      default: continue
      }
    }
    return nil
  }
}
