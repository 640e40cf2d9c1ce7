/// Named parts of a job's items, such as for training and testing. All items of a group belong to one part.
package struct Split: Hashable, Sendable {
  /// One part of a split.
  package struct Part: Hashable, Sendable {
    package var name: String
    /// The part's share of all groups in per cent, 0...100.
    package var share: Double
  }

  /// Makes the name of an item's group.
  package var group: GroupTemplate
  /// At least one part, in the order of the file. The shares add up to 100.
  package var parts: [Part]
}
