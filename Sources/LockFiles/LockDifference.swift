import ImageModel

/// A difference between a job and its job lock.
package enum LockDifference: Hashable, Sendable {
  /// The file that differs, by its name.
  package enum Subject: Hashable, Sendable {
    case annotations(String)
    case source(String, id: String)
  }

  /// The kind of a file's difference.
  package enum Kind: Hashable, Sendable {
    /// The file isn't in the job lock.
    case added
    /// The file is only in the job lock.
    case missing
    case size(locked: Int, now: Int)
    case content
    /// The file can't be read, for this reason. It was readable when it was locked.
    case unreadable(String)
    /// The file can be read now. It was unreadable when it was locked.
    case readable
    /// The file's outputs would be made differently, although the job file is the same.
    case recipe
  }

  case jobFile
  case tool(locked: String, now: String)
  case library(String, locked: String, now: String)
  case file(Subject, Kind)

  /// A message that describes the difference, without a full stop.
  package var message: String {
    switch self {
    case .jobFile: "the job file has changed since it was locked"
    case .tool(let locked, let now): "the job was locked by \(locked), and this is \(now)"
    case .library(let name, let locked, let now):
      "the job was locked with \(name) \(locked), and this is \(now)"
    case .file(let subject, let kind): subject.name + kind.words
    }
  }
}

extension LockDifference.Subject {
  /// The file's name in quotes. A source's id follows if it differs from the name's stem.
  fileprivate var name: String {
    switch self {
    case .annotations(let name):
      [".icc", ".icm"].contains { name.lowercased().hasSuffix($0) }
        ? "the ICC profile '\(name)'" : "the file '\(name)'"
    case .source(let name, let id):
      "'\(name)'" + (name.stem.utf8.elementsEqual(id.utf8) ? "" : " (id '\(id)')")
    }
  }
}

extension LockDifference.Kind {
  fileprivate var words: String {
    switch self {
    case .added: " is not in the lock"
    case .missing: " is in the lock, and the job has it no more"
    case .size(let locked, let now): Self.words(locked, now)
    case .content: " has other content than when it was locked"
    case .unreadable(let reason): " can't be read any more: \(reason)"
    case .readable: " can be read now, and could not when it was locked"
    case .recipe: " would be made in another way than when it was locked"
    }
  }

  private static func words(_ locked: Int, _ now: Int) -> String {
    let (had, has) = ByteCount.texts(locked, now)
    return " has \(has), and had \(had) when it was locked"
  }
}

/// The first differences, and the number of further ones.
package struct LockDifferences: Hashable, Sendable {
  /// The first differences, in the order of their discovery.
  package private(set) var listed: [LockDifference] = []
  /// The number of further differences.
  package private(set) var unlisted = 0
  /// The most differences that are kept.
  private static let most = 20

  package init() {}

  package var isEmpty: Bool { listed.isEmpty }

  /// Adds a difference.
  package mutating func add(_ difference: LockDifference) {
    if listed.count < Self.most { listed.append(difference) } else { unlisted += 1 }
  }
}
