/// An axis padded on both sides so that zimg accepts it.
///
/// zimg refuses an axis if the resampled part isn't longer than the kernel. For such an axis, edge samples
/// are repeated and zimg resamples a longer part. The surplus samples of the result are dropped. Edge samples
/// are also repeated if the wanted part reaches beyond the samples.
package struct PaddedAxis: Hashable, Sendable {
  /// The axis for zimg.
  package let axis: ResampleAxis
  /// The number of repeated edge samples at each end.
  package let pad: Int
  /// The number of surplus samples in the result, before the wanted samples and again after them.
  package let surplus: Int

  /// Pads `wanted` as little as zimg allows.
  package init(_ wanted: ResampleAxis) {
    var axis = wanted
    if wanted.samples == 1 && wanted.target > wanted.filter.support {
      // One sample gives only copies of itself, so the result needs no surplus.
      surplus = 0
      pad = (wanted.filter.support + 1) / 2
      axis.samples += 2 * pad
      axis.extent = Double(wanted.filter.support + 1)
      axis.start = (Double(axis.samples) - axis.extent) / 2
    } else {
      surplus = Self.surplus(wanted)
      let reach = wanted.extent * Double(surplus) / Double(wanted.target)
      let end = wanted.start + wanted.extent
      pad = Int(max(reach, reach - wanted.start, reach + end - Double(wanted.samples)).rounded(.up))
      axis.samples += 2 * pad
      axis.start += Double(pad) - reach
      axis.extent += 2 * reach
      axis.target += 2 * surplus
    }
    self.axis = axis
  }

  /// The least surplus at each end that makes the resampled part longer than the widest kernel.
  private static func surplus(_ axis: ResampleAxis) -> Int {
    let least = Double(axis.filter.support) + 0.5
    let perTarget = min(1, axis.extent / Double(axis.target))
    let missing = least - Double(axis.target) * perTarget
    return missing <= 0 ? 0 : Int((missing / perTarget / 2).rounded(.up))
  }
}
