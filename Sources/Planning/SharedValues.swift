import ImageModel

/// Values that many plans of a job have in common: what the job alone decides, decodes of pictures of the same size, and
/// warnings. Such plans share the memory of these values.
package struct SharedValues: Sendable {
  var colors = Known<Rare<ColorPlan>>()
  var encodes = Known<Boxed<EncodeOptions>>()
  var policies = Known<Boxed<MetadataPolicy>>()
  var decodes = Known<[DecodePlan]>()
  var warnings = Known<[Finding]>()

  package init() {}

  /// The different values of one kind.
  struct Known<Value: Hashable & Sendable>: Sendable {
    /// The most values that are known. Plans with further values share nothing.
    private static var most: Int { 1000 }

    private var values: Set<Value> = []

    /// Replaces `value` by an equal value that is known.
    mutating func share(_ value: inout Value) {
      if values.count < Self.most {
        value = values.insert(value).memberAfterInsert
      } else if let place = values.firstIndex(of: value) {
        value = values[place]
      }
    }
  }
}

extension ImagePlan {
  /// Lets the plan share memory with plans that have equal values.
  package mutating func share(_ values: inout SharedValues) {
    values.decodes.share(&decodes)
    values.warnings.share(&warnings)
    for place in outputs.indices { outputs[place].share(&values) }
  }
}
