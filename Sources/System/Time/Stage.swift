/// What the time of an image is spent on. The stages' names are those in files.
package enum Stage: String, CaseIterable, Sendable {
  /// Its file is opened and its header read, for the plan.
  case probe
  /// Its bytes come from the disk and go through the digest.
  case read
  /// A decoder makes rows of them.
  case decode
  /// Content is turned upright and placed on its canvas.
  case orient
  /// Rows become the content of outputs.
  case resample
  /// Content becomes the bytes of a file, with its metadata.
  case encode
  /// Those bytes go through the digest and into the file.
  case write
  /// All else: the way to a worker and back, and the worker's start.
  case wait

  /// Those that a worker does.
  package static let rendering: [Stage] = [.read, .decode, .orient, .resample, .encode, .write]

  /// Its place among all.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
