import Running

/// An event of a session while a call is in progress. Events come from many threads.
package enum SessionEvent: Sendable {
  /// A warning, or a message about an error that doesn't end the call.
  case message(SessionMessage)
  /// The session begins to make images.
  case making(WorkInHand)
  /// Progress of an image.
  case image(ImageEvent)
  /// All images are in place, or the work has ended early. The manifest comes next.
  case made
  /// The work is done. The process must not abandon it any more.
  case finished
}

/// The work on images that are being made. A process that must end early can abandon it.
package struct WorkInHand: Sendable {
  /// The number of images to make, and the bytes of their sources; nil if both numbers are unknown.
  package let size: (images: Int, bytes: Int)?
  /// Describes the work that the process waits for; nil if it waits for none.
  package let awaited: @Sendable () -> String?
  /// Puts finished images in place, and reports the outcome.
  package let abandon: @Sendable () -> Void
}
