import Running

/// An event of a session while a call is in progress. Events come from many threads.
package enum SessionEvent: Sendable {
  /// A warning, or a message about an error that doesn't end the call.
  case message(SessionMessage)
  /// Images begin to be made.
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
  /// Images to make, and the bytes of their sources; nil if they are unknown.
  package let size: (images: Int, bytes: Int)?
  /// The work that the process waits for, in words; nil if there is none.
  package let awaited: @Sendable () -> String?
  /// Puts finished images in place, and reports the outcome.
  package let abandon: @Sendable () -> Void
}
