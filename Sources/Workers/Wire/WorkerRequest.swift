import Planning

/// One image for a worker.
struct WorkerRequest: Codable {
  var plan: ImagePlan
  /// Which outputs come with a descriptor. Before them, in order, comes that of the source.
  var isWanted: [Bool]
  /// Whether the answer is to say what the stages took.
  var measures = false
}
