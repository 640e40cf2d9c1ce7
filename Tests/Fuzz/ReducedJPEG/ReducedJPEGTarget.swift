import ImageModel
import JPEGComparison
import ReducedJPEG

/// Our JPEG decoder: a region's samples are those of the same box of the whole, and where libjpeg reads the same file without
/// a warning, those that it makes of each component, unless it passes over damage that shows when all is looked at.
///
/// The input is ``ReducedChoices/length`` bytes of choices, then a JPEG.
package enum ReducedJPEGTarget: FuzzTarget {
  package static let name = "ReducedJPEG"
  package static let longest = 8192

  /// The most blocks of a frame that is decoded: those of 65,536 pixels of three components.
  private static let mostBlocks = 3 << 10

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choices = ReducedChoices(bytes) else { return nil }
    let file = Array(bytes.dropFirst(ReducedChoices.length))
    guard let judged = JudgedJPEG(file) else { return faultWithoutFrame(file) }
    let frame = judged.frame
    guard frame.blocks <= mostBlocks else { return nil }
    let points = choices.points(frame.sampling.count)
    let whole = judged.fault(whole: points, looksAtAll: choices.looksAtAll, piece: choices.piece)
    if case .differs(let text) = whole, judged.decode(frame.whole(points, looksAtAll: true)).damage == nil {
      return text
    }
    let part = frame.request(points, looksAtAll: choices.looksAtAll, choices.box)
    switch judged.fault(part, piece: choices.piece) {
    case .differs(let text): return text
    case .damaged(let damage) where whole == nil:
      return "all is decoded, but \(part.text) is damaged: \(damage)"
    default: return nil
    }
  }

  /// What begins with no frame is nothing to decode.
  private static func faultWithoutFrame(_ file: [UInt8]) -> String? {
    let size = PixelSize(width: 16, height: 16)
    let request = ReducedRequest(storedSize: size, components: [.init(points: 8, region: PixelRect(size))])
    return MemoryDecode(file, request).damage == nil ? "decoded without a frame" : nil
  }
}

/// What an input asks for besides its file.
struct ReducedChoices {
  /// Bytes taken: one of flags, one for the points of each of three components, and four for the region of each.
  static let length = 16

  private let bytes: [UInt8]

  /// Nil for fewer bytes than ``length``.
  init?(_ input: [UInt8]) {
    guard input.count >= Self.length else { return nil }
    bytes = Array(input.prefix(Self.length))
  }

  var looksAtAll: Bool { bytes[0] & 1 != 0 }

  /// The most bytes of the file that come at once.
  var piece: Int { bytes[0] & 2 == 0 ? .max : Int(bytes[0] >> 3) + 1 }

  /// For each component its own, or those of the first.
  func points(_ count: Int) -> [Int] {
    (0..<count).map { Int(bytes[bytes[0] & 4 == 0 ? 1 : 1 + $0 % 3] & 7) + 1 }
  }

  /// A box inside a component.
  func box(_ component: Int, _ size: PixelSize) -> PixelRect<Decoded> {
    let first = bytes[0] & 4 == 0 ? 4 : 4 + component % 3 * 4
    let (left, width) = Self.part(bytes[first], bytes[first + 2], of: size.width)
    let (top, height) = Self.part(bytes[first + 1], bytes[first + 3], of: size.height)
    return PixelRect(x: left, y: top, width: width, height: height)
  }

  private static func part(_ start: UInt8, _ length: UInt8, of extent: Int) -> (start: Int, length: Int) {
    let first = extent * Int(start) / 256
    return (first, max(1, (extent - first) * (Int(length) + 1) / 256))
  }
}
