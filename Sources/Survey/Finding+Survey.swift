import ImageModel
import Imaging

/// Codes of sources that can't be opened, and of outputs that the run did not try to make.
extension Finding.Code {
  package static let unreadable = Self("unreadable")
  package static let notAFile = Self("not_a_file")
  package static let nameNotUTF8 = Self("name_not_utf8")
  package static let maxPages = Self("max_pages")
  package static let hashMismatch = Self("hash_mismatch")
  package static let stopped = Self("stopped")
  package static let exists = Self("exists")
}

extension Finding {
  /// The finding for a source that is no longer of the planned version.
  package static var sourceChanged: Finding { Finding(.sourceChanged, "changed after it was planned") }

  /// The finding for a source whose mask file, at `path`, is no longer of the planned version.
  package static func maskChanged(_ path: String) -> Finding {
    Finding(.sourceChanged, "the mask '\(path)' changed after it was planned")
  }

  /// True if the run did not try to make the output.
  package var isSkipped: Bool { code == .stopped || code == .exists }

  /// The finding for an image that the run did not start.
  package static var notStarted: Finding { Finding(.stopped, "not started: the run stopped before it") }
}
