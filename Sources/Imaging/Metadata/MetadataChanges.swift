import ImageModel

/// What of a source's metadata is not in an output as it was, by name: groups, `thumbnail`, and single tags.
package struct MetadataChanges: Hashable, Sendable {
  private(set) var changed: [String] = []
  private(set) var dropped: [String] = []

  /// Says that what is called so has another value now.
  mutating func change(_ name: String) { Self.add(name, to: &changed) }

  /// Says that what is called so is left out.
  mutating func drop(_ name: String) { Self.add(name, to: &dropped) }

  mutating func formUnion(_ other: MetadataChanges) {
    for name in other.changed { change(name) }
    for name in other.dropped { drop(name) }
  }

  /// Notes: `metadata_changed`, `metadata_dropped`.
  var notes: [Finding] {
    [(Finding.Code.metadataChanged, changed), (.metadataDropped, dropped)].filter { !$0.1.isEmpty }.map {
      Finding($0.0, $0.1.joined(separator: ", "))
    }
  }

  private static func add(_ name: String, to names: inout [String]) {
    if !names.contains(name) { names.append(name) }
  }
}

/// A block of metadata as it goes into an output.
struct EditedBlock {
  /// As a JPEG's marker segment holds it; nil where nothing of it is kept.
  var payload: [UInt8]?
  /// What is lost of it though it was to be kept.
  var warnings: [Finding] = []
  var changes = MetadataChanges()
}
