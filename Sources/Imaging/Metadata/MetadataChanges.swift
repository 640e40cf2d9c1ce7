import ImageModel

/// The names of metadata that an output changes or leaves out: groups, `thumbnail`, and single tags.
package struct MetadataChanges: Hashable, Sendable {
  private(set) var changed: [String] = []
  private(set) var dropped: [String] = []

  /// Notes the name of metadata that the output changes.
  mutating func change(_ name: String) { Self.add(name, to: &changed) }

  /// Notes the name of metadata that the output leaves out.
  mutating func drop(_ name: String) { Self.add(name, to: &dropped) }

  mutating func formUnion(_ other: MetadataChanges) {
    for name in other.changed { change(name) }
    for name in other.dropped { drop(name) }
  }

  /// The findings `metadata_changed` and `metadata_dropped`, each only if it has names to list.
  var notes: [Finding] {
    [(Finding.Code.metadataChanged, changed), (.metadataDropped, dropped)].filter { !$0.1.isEmpty }.map {
      Finding($0.0, $0.1.joined(separator: ", "))
    }
  }

  private static func add(_ name: String, to names: inout [String]) {
    if !names.contains(name) { names.append(name) }
  }
}

/// A block of metadata for an output.
struct EditedBlock {
  /// The block as a JPEG's marker segment holds it; nil if nothing of the block is kept.
  var payload: [UInt8]?
  /// Warnings about losses that the metadata policy doesn't ask for.
  var warnings: [Finding] = []
  var changes = MetadataChanges()
}
