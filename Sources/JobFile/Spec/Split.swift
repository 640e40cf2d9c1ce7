/// Named parts of a job's items, such as for training and testing. All items of a group belong to one part.
package struct Split: Hashable, Sendable {
  /// One part of a split.
  package struct Part: Hashable, Sendable {
    package var name: String
    /// The part's share of all groups in per cent, 0...100.
    package var share: Double
  }

  /// Makes the name of an item's group. Nil if each item has its part from its row of a list.
  package var group: GroupTemplate?
  /// At least one part, in the order of the file. The shares add up to 100, or are 0 if there are no groups.
  package var parts: [Part]
}
