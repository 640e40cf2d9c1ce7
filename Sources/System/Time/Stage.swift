/// The stages of an image's work. Files use the same names.
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
  /// Everything else: the way to a worker process and back, and its start.
  case wait

  /// The stages in a worker process.
  package static let rendering: [Stage] = [.read, .decode, .orient, .resample, .encode, .write]

  /// Its index among all stages.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
