/// Named parts that items are dealt into by their groups, such as to train and to test.
package struct Split: Hashable, Sendable {
  /// One of them.
  package struct Part: Hashable, Sendable {
    package var name: String
    /// In per cent of all groups, 0...100.
    package var share: Double
  }

  /// Makes the name of an item's group.
  package var group: GroupTemplate
  /// At least one, in the order of the file; the shares add up to 100.
  package var parts: [Part]
}
