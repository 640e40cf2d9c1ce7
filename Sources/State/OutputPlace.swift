import Glibc
import System

/// The place of a job's outputs, and the only way to the files in it: a folder, or a part of a bucket. Paths are
/// relative to the output root.
package protocol OutputPlace: Sendable {
  /// What lies at a path; nil if there is nothing.
  func found(_ path: String) throws(SystemError) -> FoundFile?

  /// Opens the file at a path for reading.
  func open(_ path: String) throws(SystemError) -> Descriptor

  /// Removes the file at a path.
  func remove(_ path: String) throws(SystemError)

  /// Removes the files at many paths. After an error, some may be left.
  func remove(_ paths: [String]) throws(SystemError)

  /// Puts finished files in their places, and returns their identities there. Throws `EEXIST` if a file is there that
  /// must not be replaced. With `syncs` the new names are flushed. After an error, some files may be in their places.
  func place(
    _ files: [FinishedImage.ReadyFile], from folder: TemporaryFolder, syncs: Bool
  ) throws(SystemError) -> [FileIdentity]

  /// True if the identity of a file tells its bytes. Then the journal's note on a file says without a look at the file
  /// whether the file has the right bytes.
  var identifiesBytes: Bool { get }

  /// Makes everything durable that was put.
  func sync() throws(SystemError)

  /// The free space; nil if the place has no end.
  func room() throws(SystemError) -> statvfs?

  /// True if the file at a path, with the identity `file`, is one of those that the job made or announced there.
  func isOne(of made: MadeFiles, _ file: FileIdentity, at path: String) throws(SystemError) -> Bool

  /// True if the file at a path holds these bytes.
  func holds(_ path: String, _ bytes: [UInt8]) throws(SystemError) -> Bool

  /// True if the file at a path holds the same bytes as the open file with the descriptor `number`.
  func holds(_ path: String, theBytesOf number: Int32) throws(SystemError) -> Bool
}

/// A file in the place of outputs.
package struct FoundFile: Hashable, Sendable {
  package let identity: FileIdentity
  /// True for anything but a regular file.
  package let isSpecial: Bool

  package init(_ identity: FileIdentity, isSpecial: Bool = false) {
    (self.identity, self.isSpecial) = (identity, isSpecial)
  }
}

extension OutputPlace {
  /// The identity of the file at a path; nil if there is none.
  package func identity(of path: String) throws(SystemError) -> FileIdentity? { try found(path)?.identity }

  /// The SHA-256 of the file at a path, in hexadecimal.
  func sha256(of path: String) throws(SystemError) -> String { try open(path).sha256() }
}

extension OutputTree: OutputPlace {
  package func remove(_ paths: [String]) throws(SystemError) {
    for path in paths { try remove(path) }
  }

  package func found(_ path: String) throws(SystemError) -> FoundFile? {
    try status(path).map { FoundFile($0.identity, isSpecial: $0.isSpecial) }
  }

  package func place(
    _ files: [FinishedImage.ReadyFile], from folder: TemporaryFolder, syncs: Bool
  ) throws(SystemError) -> [FileIdentity] {
    for ready in files {
      try ready.file.place(from: folder, at: ready.path, in: self, replacing: ready.replaces, syncs: syncs)
    }
    return files.map(\.file.identity)
  }

  package var identifiesBytes: Bool { false }

  package func isOne(of made: MadeFiles, _ file: FileIdentity, at path: String) -> Bool {
    made.contains(file)
  }
}
