/// The keys that sign requests to an object store.
package struct StoreKeys: Hashable, Sendable {
  /// The access key's name, which each signature shows.
  package let access: String
  package let secret: Secret
  /// The session token of temporary keys; nil for lasting ones.
  package let token: Secret?

  package init(access: String, secret: Secret, token: Secret? = nil) {
    (self.access, self.secret, self.token) = (access, secret, token)
  }
}
