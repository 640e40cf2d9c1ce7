import ImageModel

/// Which outputs share a decode.
///
/// Entropy decoding runs over every row down to the region's bottom, whatever is kept, and is most of the work; so
/// outputs share a decode unless serving them apart costs less.
enum DecodeGrouping {
  /// What one output asks of a decode.
  struct Need {
    var scale: DCTScale
    var region: PixelRect<Stored>
  }

  /// The decodes, and the place of each need's decode among them.
  static func decodes(for needs: [Need], of stored: PixelSize) -> (decodes: [Need], places: [Int]) {
    var groups: [Need] = []
    var places: [Int] = []
    for need in needs {
      let cheapest = groups.indices
        .map { (place: $0, added: extra(need, in: groups[$0], stored)) }
        .min { $0.added < $1.added }
      if let cheapest, cheapest.added <= cost(need, stored) {
        groups[cheapest.place] = merged(groups[cheapest.place], need)
        places.append(cheapest.place)
      } else {
        groups.append(need)
        places.append(groups.count - 1)
      }
    }
    return (groups, places)
  }

  private static func extra(_ need: Need, in group: Need, _ stored: PixelSize) -> Double {
    cost(merged(group, need), stored) - cost(group, stored)
  }

  private static func merged(_ one: Need, _ other: Need) -> Need {
    Need(
      scale: one.scale.eighths >= other.scale.eighths ? one.scale : other.scale,
      region: one.region.union(other.region))
  }

  /// CPU time in nanoseconds, measured with libjpeg-turbo 2.1 on 20 camera photos, as in docs/performance.md: for each
  /// pixel down to the region's bottom that of entropy decoding, and for each pixel of the region what its inverse DCT,
  /// upsampling and first resample take at that scale.
  private static func cost(_ need: Need, _ stored: PixelSize) -> Double {
    let rendering =
      switch need.scale.eighths {
      case 1: 0.3
      case 2: 1.2
      case 3: 1.8
      case 5: 3.8
      default: 4.8
      }
    return Double(stored.width * need.region.bottom) * 2.3 + Double(need.region.size.area) * rendering
  }
}
