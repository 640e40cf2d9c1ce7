import ImageModel

/// The filter banks that a thread keeps: pictures of one camera share their geometry, and so their banks. Also
/// keeps the scratch memory of resampling. Only one thread may use this object.
package final class FilterBanks {
  /// The most banks that are kept: enough for both axes of several outputs.
  private static let capacity = 12

  /// The kept banks, most recently used last.
  private var kept: [FilterBank] = []
  private var scratch: Plane<UInt8>?

  /// Counts of requests. A hit is a request for a kept bank.
  package private(set) var lookups = Lookups()

  package init() {}

  /// The bank for `axis`; made if it isn't kept.
  func bank(_ axis: ResampleAxis) -> FilterBank {
    if let place = kept.firstIndex(where: { $0.axis == axis }) {
      lookups.hits += 1
      let bank = kept.remove(at: place)
      kept.append(bank)
      return bank
    }
    lookups.misses += 1
    if kept.count == Self.capacity { kept.removeFirst() }
    let bank = FilterBank(axis)
    kept.append(bank)
    return bank
  }

  /// A row of at least `bytes` bytes with any content. The next call may return the same memory. Throws `memory`.
  func scratch(_ bytes: Int) throws(ImageError) -> Plane<UInt8> {
    if let scratch, scratch.width >= bytes { return scratch }
    scratch = nil
    let larger = try Plane<UInt8>(width: bytes, height: 1)
    scratch = larger
    return larger
  }
}
