/// Tells whether a name came before. It keeps 16 bytes for each name and not the names.
struct NameRegister: Sendable {
  private var seen: Set<Mark> = []

  /// Two hashes with a secret of this process. Nobody can make names with the same hashes, and by chance 10 million
  /// names have a pair with the same ones once in 10^24 archives.
  private struct Mark: Hashable {
    let first, second: Int

    init(_ name: String) {
      var (first, second) = (Hasher(), Hasher())
      first.combine(0)
      second.combine(1)
      var name = name
      name.withUTF8 {
        first.combine(bytes: UnsafeRawBufferPointer($0))
        second.combine(bytes: UnsafeRawBufferPointer($0))
      }
      (self.first, self.second) = (first.finalize(), second.finalize())
    }

    func hash(into hasher: inout Hasher) { hasher.combine(first) }
  }

  /// Notes a name; false if it came before. Names are compared by their bytes.
  mutating func insert(_ name: String) -> Bool { seen.insert(Mark(name)).inserted }
}
