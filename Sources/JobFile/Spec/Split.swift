/// Named parts of a job's items, such as for training and testing. All items of a group belong to one part.
package struct Split: Hashable, Sendable {
  /// One part of a split.
  package struct Part: Hashable, Sendable {
    package var name: String
    /// The part's share of all groups in per cent, 0...100.
    package var share: Double
  }

  /// The rule by which an exact split sorts groups. The shares hold for each sort.
  package enum Stratum: Hashable, Sendable {
    /// The category of most boxes of a picture.
    case category
    /// The text that a template makes for a picture.
    case template(GroupTemplate)
  }

  /// Makes the name of an item's group. Nil if each item has its part from its row of a list.
  package var group: GroupTemplate?
  /// At least one part, in the order of the file. The shares add up to 100, or are 0 if there are no groups.
  package var parts: [Part]
  /// True if each part gets its share to one group. Groups that earlier runs dealt stay in their parts.
  package var isExact = false
  /// Sorts the groups of an exact split; nil if the shares hold for all groups together.
  package var stratum: Stratum?
}

extension Split {
  /// A split in two parts without names. The first part has `share` per cent of all groups.
  package init(share: Double) {
    self.init(parts: [share, 100 - share].map { Part(name: "", share: $0) })
  }
}
