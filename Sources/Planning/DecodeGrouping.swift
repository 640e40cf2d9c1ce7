import ImageModel

/// Decides which outputs share a decode.
///
/// Entropy decoding is most of the work, and a decode reads every row down to the region's bottom. So outputs
/// share a decode unless separate decodes cost less. All outputs of a decode stay in memory until the decode
/// ends. So the outputs of many boxes are spread over several decodes.
enum DecodeGrouping {
  /// The decode that one output needs.
  struct Need {
    var scale: DCTScale
    var region: PixelRect<Stored>
    /// The number of the output's box. The next property, `bytes`, counts the bytes held for the output until
    /// the decode ends. Both are 0 for a picture without annotations.
    var box = 0
    var bytes = 0
  }

  /// A decode and the outputs it serves.
  private struct Group {
    var need: Need
    var outputs = 1

    /// True if the decode may also serve the output that needs `other`. An output of the decode's latest box
    /// always fits.
    func hasRoom(for other: Need) -> Bool {
      other.box == need.box || outputs < mostOutputs && need.bytes + other.bytes <= mostBytes
    }
  }

  /// An output of a new box joins a decode only if two limits still hold afterwards. The decode serves at
  /// most `mostOutputs` outputs, and at most `mostBytes` bytes are held for these outputs.
  private static let mostOutputs = 64
  private static let mostBytes = 16_000_000
  /// Only this many of the latest decodes can take further outputs.
  private static let mostOpen = 64

  /// The decodes that serve `needs`. `places` has, for each of `needs`, the index of its decode.
  static func decodes(for needs: [Need], of stored: PixelSize) -> (decodes: [Need], places: [Int]) {
    var groups: [Group] = []
    var places: [Int] = []
    for need in needs {
      let cheapest = groups.indices.suffix(mostOpen)
        .filter { groups[$0].hasRoom(for: need) }
        .map { (place: $0, added: extra(need, in: groups[$0].need, stored)) }
        .min { $0.added < $1.added }
      if let cheapest, cheapest.added <= cost(need, stored) {
        groups[cheapest.place].need = merged(groups[cheapest.place].need, need)
        groups[cheapest.place].outputs += 1
        places.append(cheapest.place)
      } else {
        groups.append(Group(need: need))
        places.append(groups.count - 1)
      }
    }
    return (groups.map(\.need), places)
  }

  private static func extra(_ need: Need, in group: Need, _ stored: PixelSize) -> Double {
    cost(merged(group, need), stored) - cost(group, stored)
  }

  private static func merged(_ group: Need, _ need: Need) -> Need {
    Need(
      scale: group.scale.eighths >= need.scale.eighths ? group.scale : need.scale,
      region: group.region.union(need.region), box: need.box, bytes: group.bytes + need.bytes)
  }

  /// The CPU time of a decode in nanoseconds. Each pixel down to the region's bottom costs entropy decoding.
  /// Each pixel of the region costs the inverse DCT, upsampling and the first resample at the decode's scale.
  /// These costs were measured with libjpeg-turbo 2.1 on 20 camera photos, as in docs/performance.md. In
  /// other decoders, including the reduced decoder, they have about the same ratio.
  private static func cost(_ need: Need, _ stored: PixelSize) -> Double {
    let rendering =
      switch need.scale.eighths {
      case 1: 0.3
      case 2: 1.2
      case 3: 1.8
      case 4: 2.8
      case 5: 3.8
      default: 4.8
      }
    return Double(stored.width * need.region.bottom) * 2.3 + Double(need.region.size.area) * rendering
  }
}
