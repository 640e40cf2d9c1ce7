import ImageModel

extension Finding {
  /// The source isn't the planned one any more.
  package static var sourceChanged: Finding { Finding(.sourceChanged, "changed after it was planned") }
  /// True if nothing was tried.
  package var isSkipped: Bool { code == .stopped || code == .exists }

  /// An image that the run did not come to.
  package static var notStarted: Finding { Finding(.stopped, "not started: the run stopped before it") }
}
