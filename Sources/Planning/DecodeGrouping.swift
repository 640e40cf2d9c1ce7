import ImageModel
import System

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

  /// A decode and the number of outputs it serves.
  private struct Group {
    var need: Need
    var outputs = 1

    /// True if the decode may also serve the outputs of `other`. An output of the decode's latest box always
    /// fits.
    func hasRoom(for other: Group) -> Bool {
      other.outputs == 1 && other.need.box == need.box
        || outputs + other.outputs <= mostOutputs && need.bytes + other.need.bytes <= mostBytes
    }
  }

  /// Outputs of other boxes join a decode only if two limits still hold afterwards. The decode serves at
  /// most `mostOutputs` outputs, and at most `mostBytes` bytes are held for these outputs.
  private static let mostOutputs = 64
  private static let mostBytes = 32_000_000
  /// Only this many of the latest decodes can take further outputs.
  private static let mostOpen = 64

  /// The decodes that serve `needs`. `places` has, for each of `needs`, the index of its decode.
  static func decodes(for needs: [Need], of stored: PixelSize) -> (decodes: [Need], places: [Int]) {
    var groups = needs.map { Group(need: $0) }
    var places = Array(groups.indices)
    // Two decodes may be worth joining only when further outputs have joined one of them.
    var count: Int
    repeat {
      count = groups.count
      let (joined, newPlaces) = joined(groups, stored)
      (groups, places) = (joined, places.map { newPlaces[$0] })
    } while groups.count < count
    return (groups.map(\.need), places)
  }

  /// The decodes that serve the outputs of a picture with tiles. Tiles cover the picture, so all outputs share a
  /// decode, up to the most that are made at the same time.
  static func decodes(ofTiles needs: [Need]) -> (decodes: [Need], places: [Int]) {
    let most = FixedLimits.Work.outputsAtOnce
    let decodes = stride(from: 0, to: needs.count, by: most).map { start in
      let shared = needs[start..<min(start + most, needs.count)]
      return shared.dropFirst().reduce(shared[start]) { merged($0, $1) }
    }
    return (decodes, needs.indices.map { $0 / most })
  }

  /// Joins each group with an earlier one, unless separate decodes cost less. `places` has, for each of `groups`,
  /// the index of its new group.
  private static func joined(_ groups: [Group], _ stored: PixelSize) -> (groups: [Group], places: [Int]) {
    var joined: [Group] = []
    var places: [Int] = []
    for group in groups {
      let cheapest = joined.indices.suffix(mostOpen)
        .filter { joined[$0].hasRoom(for: group) }
        .map { (place: $0, added: extra(group.need, in: joined[$0].need, stored)) }
        .min { $0.added < $1.added }
      if let cheapest, cheapest.added <= cost(group.need, stored) {
        joined[cheapest.place].need = merged(joined[cheapest.place].need, group.need)
        joined[cheapest.place].outputs += group.outputs
        places.append(cheapest.place)
      } else {
        joined.append(group)
        places.append(joined.count - 1)
      }
    }
    return (joined, places)
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
