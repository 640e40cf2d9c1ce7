/// The folder in which whole files of URLs are kept for later runs.
package struct CacheSpec: Hashable, Sendable {
  /// The folder as written, relative to the base folder.
  package var folder: Located<String>
  /// The most bytes that the files may have together.
  package var most = 10 << 30
}
