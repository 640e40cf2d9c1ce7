import Glibc
import ImageModel
import Planning
import Synchronization
import System

/// Facts about pictures that earlier plans of a job found, and those that this plan uses.
///
/// The file `facts` in the state folder keeps facts about grey levels. A record has 64 bytes: the picture's key of 16
/// bytes, and the facts in the order of ``GreyFacts``, as numbers of IEEE 754 and as the hashes' bits. The file `windows`
/// keeps the places of windows. A record has 20 bytes: the key of the picture and the window, and the place in two
/// numbers.
package final class KnownFacts: Sendable {
  private struct Records: Equatable {
    var facts: [PictureKey: GreyFacts] = [:]
    var places: [PictureKey: DetailPlace] = [:]
  }

  private static let facts = KeptRecords(
    name: "facts", start: Array("upright facts 1\n".utf8), recordBytes: 64)
  private static let windows = KeptRecords(
    name: "windows", start: Array("upright windows 1\n".utf8), recordBytes: 20)
  /// The names of the files in a state folder.
  static let files = facts.names + windows.names

  private let versions: RecipeVersions
  private let earlier: Records
  private let used = Mutex(Records())
  /// The number of facts and places that this plan found.
  private let found = Atomic<Int>(0)
  /// The number of records in the files since this plan first wrote them; nil before.
  private let kept = Mutex<Int?>(nil)
  /// The files are written before the plan's end only if they grow by at least this number of records.
  private static let leastGrowth = 256

  /// The facts of the job `name` in `place`, read without the job's run lock; none if `place` is nil. `versions` are
  /// those of the libraries that decode.
  package init(of name: String, in place: StatePlace?, versions: RecipeVersions) {
    self.versions = versions
    var earlier = Records()
    if let bytes = place.flatMap({ Self.facts.read(of: name, in: $0) }) {
      earlier.facts = (try? Self.facts(bytes)) ?? [:]
    }
    if let bytes = place.flatMap({ Self.windows.read(of: name, in: $0) }) {
      earlier.places = (try? Self.places(bytes)) ?? [:]
    }
    self.earlier = earlier
  }

  /// The facts that an earlier plan found about the picture that `small` makes small; nil if there are none.
  package func facts(of small: ImagePlan) -> GreyFacts? {
    guard !earlier.facts.isEmpty, let key = PictureKey(small, versions), let facts = earlier.facts[key] else {
      return nil
    }
    used.withLock { $0.facts[key] = facts }
    return facts
  }

  /// Keeps facts about the picture that `small` makes small.
  package func add(_ facts: GreyFacts, of small: ImagePlan) {
    guard let key = PictureKey(small, versions) else { return }
    used.withLock { $0.facts[key] = facts }
    found.add(1, ordering: .relaxed)
  }

  /// The places of windows that an earlier plan found in the picture that `small` makes small: a function that gives nil
  /// for an unknown place.
  package func places(in small: ImagePlan) -> (DetailWindow) -> DetailPlace? {
    let key = keys(in: small)
    return { [earlier] window in
      guard let key = key(window), let place = earlier.places[key] else { return nil }
      self.used.withLock { $0.places[key] = place }
      return place
    }
  }

  /// Keeps the places of windows in the picture that `small` makes small.
  package func add(_ places: [DetailWindow: DetailPlace], in small: ImagePlan) {
    let key = keys(in: small)
    for (window, place) in places {
      guard let key = key(window) else { continue }
      used.withLock { $0.places[key] = place }
      found.add(1, ordering: .relaxed)
    }
  }

  /// The keys of windows in the picture that `small` makes small. The picture's recipe is hashed once.
  private func keys(in small: ImagePlan) -> (DetailWindow) -> PictureKey? {
    let recipe = PictureKey.recipe(of: small, versions)
    return { window in
      recipe.flatMap {
        PictureKey(small, "\($0)\n\(window.focus.rawValue) \(window.part) \(window.size)")
      }
    }
  }

  /// Writes the facts that this plan uses, if they aren't those of the files. `folder` is the descriptor of the job's
  /// state folder, which the caller has locked.
  func save(in folder: Int32) throws(SystemError) {
    try write(used.withLock { $0 }, in: folder, again: kept.withLock { $0 } != nil)
  }

  /// Writes all facts of the files and of this plan, which may end early. The files grow by a quarter at least, so that
  /// all writes together take at most 5 times the bytes of the last one. Many threads call this at once.
  func saveMore(in folder: Int32) throws(SystemError) {
    let result = kept.withLockIfAvailable { kept in
      Result { () throws(SystemError) in
        let first = earlier.facts.count + earlier.places.count
        let (before, count) = (kept ?? first, first + found.load(ordering: .relaxed))
        if count < before + max(before / 4, Self.leastGrowth) { return }
        kept = count
        let used = used.withLock { $0 }
        let all = Records(
          facts: earlier.facts.merging(used.facts) { _, new in new },
          places: earlier.places.merging(used.places) { _, new in new })
        try write(all, in: folder, again: true)
      }
    }
    try result?.get()
  }

  /// Writes the files whose records aren't those that were read, and with `again` the others too if they had or have
  /// records.
  private func write(_ records: Records, in folder: Int32, again: Bool) throws(SystemError) {
    if records.facts != earlier.facts || again && !records.facts.isEmpty {
      try Self.facts.write(records.facts.count, in: folder) { writer in
        for (key, facts) in records.facts.sorted(by: { $0.key < $1.key }) {
          key.write(to: &writer)
          for value in [facts.sharpness, facts.entropy, facts.mean, facts.deviation] {
            writer.number(value.bitPattern)
          }
          writer.number(facts.phash.bits)
          writer.number(facts.dhash.bits)
        }
      }
    }
    if records.places != earlier.places || again && !records.places.isEmpty {
      try Self.windows.write(records.places.count, in: folder) { writer in
        for (key, place) in records.places.sorted(by: { $0.key < $1.key }) {
          key.write(to: &writer)
          writer.number(place.x)
          writer.number(place.y)
        }
      }
    }
  }

  /// True if a state folder has facts.
  static func areKept(in folder: Int32) -> Bool {
    [facts, windows].contains { faccessat(folder, $0.name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
  }

  private static func facts(_ records: [UInt8]) throws(WireError) -> [PictureKey: GreyFacts] {
    var reader = ByteReader(records)
    var facts: [PictureKey: GreyFacts] = [:]
    while reader.count > 0 {
      let key = try PictureKey(&reader)
      facts[key] = GreyFacts(
        sharpness: try real(&reader), entropy: try real(&reader), mean: try real(&reader),
        deviation: try real(&reader), phash: PictureHash(try reader.number(UInt64.self)),
        dhash: PictureHash(try reader.number(UInt64.self)))
    }
    return facts
  }

  private static func places(_ records: [UInt8]) throws(WireError) -> [PictureKey: DetailPlace] {
    var reader = ByteReader(records)
    var places: [PictureKey: DetailPlace] = [:]
    while reader.count > 0 {
      let key = try PictureKey(&reader)
      places[key] = DetailPlace(x: try reader.number(), y: try reader.number())
    }
    return places
  }

  private static func real(_ reader: inout ByteReader) throws(WireError) -> Double {
    let value = Double(bitPattern: try reader.number())
    if !value.isFinite { throw .wrong("number") }
    return value
  }
}

extension JobState {
  /// Keeps the facts that a plan uses, for later plans. Only a state of the whole job may do so, because it alone has
  /// the run lock.
  package func keep(_ facts: KnownFacts) throws(SystemError) { try facts.save(in: folder) }

  /// Keeps the facts that a plan has found so far.
  package func keepMore(_ facts: KnownFacts) throws(SystemError) { try facts.saveMore(in: folder) }
}
