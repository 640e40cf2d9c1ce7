import Archives
import ImageModel
import JobFile
import Planning
import System

/// The other members of a picture's sample, which exports carry.
struct CarriedSample: Hashable, Sendable {
  /// The ends of the members' names, in the order of the archive.
  var endings: [String] = []
  /// A warning of members that are left out; nil if there are none.
  var leftOut: Finding?
}

/// Finds the samples of the pictures in one archive. Equal samples share a number.
struct CarriedSamples {
  private let archive: Archive
  private let entries: [Int]
  private let sources: [SourceEntry]
  private let matcher: MemberMatcher
  /// Members that can't be read, by the common stem of their sample.
  private let unread: [ArraySlice<UInt8>: (name: String, fault: MemberFault)]
  private var numbers = [CarriedSample(): 0]
  /// The samples by their numbers. The first one has no other members.
  private(set) var all = [CarriedSample()]

  private static let slash = UInt8(ascii: "/")

  /// `entries` are the indices in `sources` of the entries with the archive.
  init(_ archive: Archive, _ entries: [Int], _ sources: [SourceEntry], _ matcher: MemberMatcher) {
    (self.archive, self.entries, self.sources, self.matcher) = (archive, entries, sources, matcher)
    let index = archive.index
    let skipped = (0..<index.skippedCount).lazy.map { index.skipped($0) }.filter {
      $0.fault != .repeated && matcher.isBeside($0.name, among: entries)
    }
    unread = Dictionary(
      skipped.map { (MemberIndex.stem(of: Array($0.name.utf8)[...]), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The number of a picture's sample. `member` is the picture's number in the archive, and `entry` the index of the
  /// entry that applies to it.
  mutating func number(ofSampleWith member: Int, entry: Int) -> Int {
    let sample = sample(of: member, entry)
    if let number = numbers[sample] { return number }
    numbers[sample] = all.count
    all.append(sample)
    return all.count - 1
  }

  private func sample(of member: Int, _ entry: Int) -> CarriedSample {
    let index = archive.index
    let stem = MemberIndex.stem(of: index.nameBytes(of: member))
    guard let source = sources[entry].archive, stem.last != nil, stem.last != Self.slash else {
      return CarriedSample()
    }
    var sample = CarriedSample()
    var taken: Set<String> = []
    for other in index.sample(of: member) where other != member {
      let ending = String(decoding: index.nameBytes(of: other).dropFirst(stem.count + 1), as: UTF8.self)
      let name = index.name(of: other)
      guard !ending.isEmpty, source.carries(ending), matcher.isBeside(name, among: entries) else { continue }
      let bytes = index.place(of: other).size
      let isNew = taken.insert(ending.lowercased()).inserted
      if let reason = Self.reason(toLeaveOut: ending, bytes, isNew, sample.endings.count) {
        sample.leftOut = sample.leftOut ?? Finding(leftOut: name, reason)
      } else {
        sample.endings.append(ending)
      }
    }
    if sample.leftOut == nil, let (name, fault) = unread[stem], source.carries(Self.ending(of: name, stem)) {
      sample.leftOut = Finding(leftOut: name, fault.message)
    }
    return sample
  }

  private static func ending(of name: String, _ stem: ArraySlice<UInt8>) -> String {
    String(decoding: name.utf8.dropFirst(stem.count + 1), as: UTF8.self)
  }

  /// Why a member isn't carried; nil if it is. `count` members of its sample are carried already.
  private static func reason(
    toLeaveOut ending: String, _ bytes: UInt64, _ isNew: Bool, _ count: Int
  ) -> String? {
    typealias Limits = FixedLimits.Archive
    if bytes > Limits.carriedBytes {
      return "has \(bytes) bytes, and exports carry members of up to \(Limits.carriedBytes >> 20) MiB"
    }
    if !isNew { return "has the same ending as another member of its sample" }
    if !CarriedMembers.canHave(ending) {
      return "has an ending of more than \(Limits.carriedEndingBytes) bytes, or one that begins with '__'"
    }
    return count < Limits.carriedMembers
      ? nil : "is one of more than \(Limits.carriedMembers) members beside a picture"
  }
}

extension Finding {
  /// The warning that exports don't carry the member `name` of a sample.
  fileprivate init(leftOut name: String, _ reason: String) {
    self.init(.memberLeftOut, "exports leave out '\(name.shown)', which \(reason)")
  }
}
