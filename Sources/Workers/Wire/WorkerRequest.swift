import Planning

/// One image for a worker process.
struct WorkerRequest: Codable {
  var plan: ImagePlan
  /// A value for each output: true if the message carries the output's descriptor. The source's descriptor
  /// comes before those of the outputs.
  var isWanted: [Bool]
  /// True if the reply shall hold measurements.
  var measures = false
}
