import Planning

/// One image for a worker process.
struct WorkerRequest: Codable {
  var plan: ImagePlan
  /// True if the message carries the descriptor of a mask file, behind that of the source.
  var hasMask = false
  /// A value for each output: true if the message carries the output's descriptor. The descriptors of the source and
  /// of the mask file come before those of the outputs.
  var isWanted: [Bool]
  /// True if the reply shall hold measurements.
  var measures = false
}
