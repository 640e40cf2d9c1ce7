/// How sources and outputs are hashed for the manifest.
package enum HashKind: String, Codable, Sendable, CaseIterable {
  case sha256
  /// The manifest's hashes are null.
  case none
}
