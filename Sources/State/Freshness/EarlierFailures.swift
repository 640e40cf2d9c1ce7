import Glibc
import System

/// Failures that an earlier run reported, and whose reason lies in the content of a source. They come from
/// the last run that had such failures.
///
/// The file `told` in the state folder has a line for each image with such failures. The line is the hash of
/// the image's ``ContentFailures``. Without the file every failure counts as new.
package struct EarlierFailures: Sendable {
  private(set) var hashes: Set<String> = []

  static let file = "told"

  /// No failures.
  package init() {}

  /// The failures in the file `told`; none if the file is missing or can't be read. `folder` is the
  /// descriptor of the state folder.
  init(in folder: Int32) {
    guard
      let file = try? Descriptor.open(Self.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, below: folder),
      (try? file.status().isSpecial) == false,
      let bytes = try? file.read(FixedLimits.Work.reportedFailureBytes, at: 0)
    else { return }
    hashes = Set(bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// The failures of the job `name`, read without the job's run lock.
  package init(of name: String, in place: StatePlace) {
    guard let folder = try? place.tree.folder(of: place.path("\(name)/\(Self.file)")) else {
      self.init()
      return
    }
    self.init(in: folder.number)
  }

  /// True if `failures` are among the earlier failures, for the same content.
  package func contains(_ failures: ContentFailures) -> Bool { hashes.contains(failures.hash) }
}
