import JSON

/// The progress of a run, for the program that started the run. As JSON it is one object.
package enum ProgressLine: Hashable, Sendable, JSONObject {
  /// The headers of `images` were read.
  case planning(images: Int)
  /// `done` of `total` images are finished. The sources of these images have `bytes` of `totalBytes` bytes.
  case making(done: Int, total: Int, bytes: Int, totalBytes: Int)

  package func writeFields(to json: inout JSONWriter) {
    json.field("level", "progress")
    switch self {
    case .planning(let images):
      json.field("stage", "plan")
      json.field("done", images)
    case .making(let done, let total, let bytes, let totalBytes):
      json.field("stage", "make")
      json.field("done", done)
      json.field("total", total)
      json.field("bytes", bytes)
      json.field("total_bytes", totalBytes)
    }
  }
}
