/// The pictures of an animation that an output takes.
package enum FrameUse: String, Codable, Sendable, CaseIterable {
  /// One picture, the first frame of most formats.
  case first
  /// All frames, each composed on the canvas. The output is an animation too.
  case all
}

/// The frames of an animation, as its header reader counts them. Nothing is decoded for these facts.
package struct SourceFrames: Hashable, Sendable {
  /// The number of frames.
  package var count: Int
  /// The sum of the times for which frames are shown, in milliseconds.
  package var duration: Int
  /// How often all frames are shown; 0 for no end.
  package var plays: Int
  /// True if a composed frame may have transparent pixels.
  package var hasAlpha: Bool
  /// Bytes that a decode of all frames holds in addition to decoded rows: the canvas, and what composes one frame.
  package var wholeBytes: Int
  /// False if the file goes on behind the last frame that was counted.
  package var isCounted: Bool

  package init(
    count: Int, duration: Int, plays: Int, hasAlpha: Bool, wholeBytes: Int, isCounted: Bool = true
  ) {
    (self.count, self.duration, self.plays) = (count, duration, plays)
    (self.hasAlpha, self.wholeBytes, self.isCounted) = (hasAlpha, wholeBytes, isCounted)
  }

  /// The most plays that a GIF or a WebP can ask for.
  package static let mostPlays = 65535
}
