/// The stages of an image's work. The files of `--stats` and `--trace` use the same names.
package enum Stage: String, CaseIterable, Sendable {
  /// The source is opened and its header read, for the plan.
  case probe
  /// The source's bytes are read from the disk and hashed.
  case read
  /// A decoder makes rows of samples from the source's bytes.
  case decode
  /// Content is turned upright and placed on its canvas.
  case orient
  /// Rows become the content of outputs.
  case resample
  /// Content becomes the bytes of a file, with its metadata.
  case encode
  /// The output's bytes are hashed and written to its file.
  case write
  /// Everything else: messages to and from a worker process, and the start of that process.
  case wait

  /// The stages in a worker process.
  package static let rendering: [Stage] = [.read, .decode, .orient, .resample, .encode, .write]

  /// The stage's index among all stages.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
