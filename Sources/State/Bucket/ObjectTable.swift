import System

/// The identities of many objects, by their paths. An object takes 32 bytes of memory, and a table has up to twice the
/// room that it needs.
///
/// A path counts by the first 16 bytes of its SHA-256. Two paths with equal ones can't be found.
struct ObjectTable {
  private struct Key: Hashable {
    let first, second: UInt64

    init(_ path: String) {
      let digits = SHA256.digest(of: Array(path.utf8), bytes: 16)
      first = UInt64(digits.prefix(16), radix: 16) ?? 0
      second = UInt64(digits.suffix(16), radix: 16) ?? 0
    }
  }

  private struct Value {
    let bytes: Int
    let number: UInt64
  }

  private var values: [Key: Value] = [:]

  var count: Int { values.count }

  subscript(path: String) -> FileIdentity? {
    get {
      values[Key(path)].map { FileIdentity(bytes: $0.bytes, modified: 0, inode: $0.number) }
    }
    set { values[Key(path)] = newValue.map { Value(bytes: $0.bytes, number: $0.inode) } }
  }
}
