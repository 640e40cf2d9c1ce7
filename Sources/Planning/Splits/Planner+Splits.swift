import Annotations
import ImageModel
import JobFile
import System

extension Planner {
  /// The splits of a job's groups.
  package struct Deal {
    /// The planner that knows the splits of all groups.
    package var planner: Planner
    package var counts: [SplitCount] = []
    /// The groups that aren't in the record, sorted by the bytes of their names.
    package var newGroups: [DealtGroup] = []
  }

  /// Counts the groups of a job's splits, and deals those of an exact split. `images` are all images of the job, in the
  /// order of `items`. `recorded` has the parts of groups that earlier runs dealt, by ``Split/number(ofGroup:)``.
  ///
  /// A group counts if an output can be made of it. A row of a list that names its split doesn't count.
  package func deal(_ images: [ImagePlan], _ items: [SourceItem], recorded: [UInt64: Int32]) -> Deal {
    guard let split = job.split, let by = split.group else { return Deal(planner: self) }
    var groups = SplitGroups()
    for (image, item) in zip(images, items) {
      guard image.outputs.indices.contains(where: { image.failure(ofOutput: $0) == nil }),
        item.row.flatMap({ lists[item.entry]?.split(of: $0) }) == nil
      else { continue }
      let values = values(image, item)
      let text = by.text(values)
      let number = Split.number(ofGroup: text)
      groups.add(
        number, named: split.isExact && recorded[number] == nil ? text : nil,
        stratum: split.stratum.map { stratum($0, item, values) })
    }
    var counts = split.parts.map { _ in 0 }
    if !split.isExact {
      for number in groups.numbers { counts[split.part(at: number)] += 1 }
      return Deal(planner: self, counts: split.counted(counts))
    }
    var parts = recorded
    var dealer = SplitDealer(split)
    for numbers in groups.byStratum {
      var known = split.parts.map { _ in 0 }
      for number in numbers { if let part = recorded[number] { known[Int(part)] += 1 } }
      let new = numbers.filter { recorded[$0] == nil }
      for (number, part) in zip(new, dealer.deal(new, beside: known)) {
        parts[number] = Int32(clamping: part)
      }
    }
    for number in groups.numbers { if let part = parts[number] { counts[Int(part)] += 1 } }
    let newGroups = groups.names.compactMap { number, name in
      parts[number].map { DealtGroup(name: name, split: split.parts[Int($0)].name) }
    }
    return Deal(
      planner: knowing(dealt: parts), counts: split.counted(counts),
      newGroups: newGroups.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  /// The sort of an item, for an exact split.
  private func stratum(_ stratum: Split.Stratum, _ item: SourceItem, _ values: PathTemplate.Values) -> String
  {
    switch stratum {
    case .template(let template): return template.text(values)
    case .category:
      guard case .boxes(let place) = item.part, let table = annotations[item.entry] else { return "" }
      let range = table.pictures[place].boxes
      var counts: [String: Int] = [:]
      for box in table.boxes[Int(range.lowerBound)..<Int(range.upperBound)] {
        if let category = table.category(of: box) { counts[category, default: 0] += 1 }
      }
      return counts.mostFrequent ?? ""
    }
  }
}

extension Split {
  fileprivate func counted(_ groups: [Int]) -> [SplitCount] {
    zip(parts, groups).map { SplitCount(name: $0.name, share: $0.share, groups: $1) }
  }
}

/// The groups of a job, by ``Split/number(ofGroup:)``.
private struct SplitGroups {
  private(set) var numbers: Set<UInt64> = []
  /// The names of groups that aren't recorded.
  private(set) var names: [UInt64: String] = [:]
  /// The number of pictures of each sort, for groups with sorts.
  private var sorts: [UInt64: [String: Int]] = [:]

  /// Adds a picture of the group with this number. `name` is the group's name, if it is to be kept.
  mutating func add(_ number: UInt64, named name: String?, stratum: String?) {
    numbers.insert(number)
    if let name { names[number] = name }
    if let stratum { sorts[number, default: [:]][stratum, default: 0] += 1 }
  }

  /// The numbers of the groups of each sort, in ascending order. A group is of the sort of most of its pictures. The
  /// sorts are in the order of their bytes.
  var byStratum: [[UInt64]] {
    if sorts.isEmpty { return [numbers.sorted()] }
    var strata: [String: [UInt64]] = [:]
    for (number, counts) in sorts { strata[counts.mostFrequent ?? "", default: []].append(number) }
    return strata.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { $0.value.sorted() }
  }
}

extension [String: Int] {
  /// The text with the highest count. Of texts with equal counts, the first one by its bytes.
  fileprivate var mostFrequent: String? {
    self.max { one, other in
      one.value == other.value
        ? other.key.utf8.lexicographicallyPrecedes(one.key.utf8) : one.value < other.value
    }?.key
  }
}
