import Planning

/// One image for a worker process.
struct WorkerRequest: Codable {
  var plan: ImagePlan
  /// True for each output with a descriptor. The source's descriptor comes first.
  var isWanted: [Bool]
  /// True if the reply shall hold measurements.
  var measures = false
}
