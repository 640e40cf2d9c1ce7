import ImageModel
import Imaging
import System
import TestSupport

/// Decoders and encoder: a region's samples are those of the same box of a full decode, and they can be encoded; a JPEG can
/// be turned in its coefficients.
///
/// The input is ``ShimChoices/length`` bytes of choices, then a file of any format; a PNG's checksums are made for
/// it.
package enum ShimTarget: FuzzTarget {
  package static let name = "Shim"
  package static let longest = 8192
  package static let seconds = 8

  /// The most pixels of a picture that is decoded.
  static let mostPixels = 1 << 20
  /// The most bytes of a TIFF's strips or tiles.
  static let mostHeldBytes = 64 << 20
  /// The most frames of an animation that are composed.
  static let mostFrames = 8

  package static func fault(_ bytes: [UInt8]) -> String? {
    guard let choices = ShimChoices(bytes) else { return nil }
    let file = PNGChecksums.mended(Array(bytes.dropFirst(ShimChoices.length)))
    guard var request = request(file, choices) else { return nil }
    let box = choices.box(in: request.region.size)
    let whole = ShimDecode(file, request)
    request.region = box
    let part = ShimDecode(file, request)
    return difference(whole, part, box) ?? part.digestFault(of: file) ?? whole.digestFault(of: file)
      ?? encodingFault(part.planes, choices.options) ?? ShimTransform.fault(file, choices)
  }

  /// A decode of all of a file; nil where that is too large, or of a kind that isn't taken.
  private static func request(_ file: [UInt8], _ choices: ShimChoices) -> DecodeRequest? {
    let bytes = ByteSource(file)
    let jpeg = try? JPEGHeader.read(from: bytes)
    let other = try? PictureHeader.read(from: bytes)
    let stored = jpeg?.storedSize ?? other?.storedSize ?? PixelSize(width: 16, height: 16)
    guard stored.refusal == nil, stored.area <= mostPixels else { return nil }
    if other?.format == .tiff {
      guard let layout = try? TIFFLayout.read(from: bytes), layout.refusal(fileBytes: file.count) == nil,
        layout.heldBytes(of: file.count) <= mostHeldBytes
      else { return nil }
    }
    if let other, other.format == .raw {
      let version = SourceVersion(FileIdentity(bytes: file.count, modified: 0, inode: 0))
      guard case .success(let info)? = try? other.survey(bytes, version, thumbnail: .never),
        info.wholeBytes <= mostHeldBytes
      else { return nil }
    }
    var pixels = other?.decodedPixels ?? PixelFormat(jpeg?.color ?? .ycbcr)
    if choices.isReduced, other?.format == .tiff, let copy = try? TIFFSmallerCopy.all(of: 0, in: bytes).first
    {
      return request(copy, of: stored, pixels, choices)
    }
    // A PNG's samples may be asked for at either depth.
    if other?.format == .png { pixels.depth = choices.isDeep ? .sixteen : .eight }
    let isScaled = other.map { $0.format == .webp && !$0.hasAlpha && !$0.isAnimated } ?? true
    let isHalf = other?.format == .raw && choices.isReduced
    let scale = isScaled ? choices.scale : isHalf ? .half : .full
    var request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: scale,
      region: PixelRect(scale.decodedSize(of: stored)), deadline: .max, onCorrupt: choices.onCorrupt,
      verify: choices.verify)
    request.page = other?.page ?? 0
    if choices.takesFrames, let frames = other?.frames, frames.count > 1 {
      let count = min(frames.count, mostFrames)
      guard stored.area * count <= mostPixels else { return nil }
      request.frames = count
      request.pixels = PixelFormat(pixels.color, hasAlpha: frames.hasAlpha)
      request.scale = .full
      request.region = PixelRect(DCTScale.full.decodedSize(of: stored))
    }
    return request
  }

  /// A decode of a smaller copy in a TIFF.
  private static func request(
    _ copy: TIFFSmallerCopy, of stored: PixelSize, _ pixels: PixelFormat, _ choices: ShimChoices
  ) -> DecodeRequest? {
    guard copy.layout.heldBytes(of: longest) <= mostHeldBytes else { return nil }
    var request = DecodeRequest(
      storedSize: copy.image.storedSize, pixels: pixels, scale: .full,
      region: copy.image.grid.samples(PixelRect(stored)), deadline: .max, onCorrupt: choices.onCorrupt,
      verify: .crop)
    request.directory = copy.image.offset
    return request
  }

  private static func difference(
    _ whole: ShimDecode, _ part: ShimDecode, _ box: PixelRect<Decoded>
  ) -> String? {
    for (channel, plane) in part.planes.enumerated() where whole.planes.indices.contains(channel) {
      for row in 0..<box.height {
        let expected = whole.planes[channel].row(box.y + row)[box.x..<box.right]
        guard plane.row(row).elementsEqual(expected) else {
          return "row \(row) of channel \(channel) of the region \(box) differs from the full decode"
        }
      }
    }
    return nil
  }

  /// The most samples of a plane that are encoded.
  private static let mostSamples = 1 << 16

  private static func encodingFault(_ planes: [Plane<UInt16>], _ options: EncodeOptions) -> String? {
    guard let first = planes.first, first.width * first.height <= mostSamples else { return nil }
    var file: [UInt8] = []
    do throws(ImageError) {
      let encoder = try PictureEncoder(.jpeg) { file += $0 }
      var channels: [Channel] = []
      for plane in planes.prefix(planes.count < 3 ? 1 : 3) { channels.append(Channel(try upperBytes(plane))) }
      try encoder.encode(
        channels, PixelFormat(channels.count == 1 ? .grey : .ycbcr), options: options,
        metadata: KeptMetadata())
    } catch {
      return "a decoded picture can't be encoded: \(error)"
    }
    let again = try? TestJPEG.decode(file)
    let isWhole = again.map { ($0.picture.width, $0.picture.height) == (first.width, first.height) } ?? false
    return isWhole && again?.warnings == 0 ? nil : "what was encoded can't be read again"
  }

  private static func upperBytes(_ wide: Plane<UInt16>) throws(ImageError) -> Plane<UInt8> {
    let plane = try Plane<UInt8>(width: wide.width, height: wide.height)
    for y in 0..<wide.height {
      for x in 0..<wide.width { plane.row(y)[x] = UInt8(wide.row(y)[x] >> 8) }
    }
    return plane
  }
}

/// What an input asks for besides its file.
struct ShimChoices {
  /// Bytes taken.
  static let length = 8

  private let bytes: [UInt8]

  /// Nil for fewer bytes than ``length``.
  init?(_ input: [UInt8]) {
    guard input.count >= Self.length else { return nil }
    bytes = Array(input.prefix(Self.length))
  }

  var scale: DCTScale { DCTScale.libjpeg[Int(bytes[0]) % DCTScale.libjpeg.count] }

  var options: EncodeOptions {
    EncodeOptions.jpeg(
      quality: Int(bytes[5]) % 100 + 1, chroma: ChromaSubsampling.allCases[Int(bytes[6]) % 3],
      progressive: bytes[6] & 64 != 0, optimize: bytes[6] & 128 != 0)
  }

  var onCorrupt: CorruptionPolicy { CorruptionPolicy.allCases[Int(bytes[7] & 3)] }

  var verify: VerifyExtent { bytes[7] & 4 == 0 ? .crop : .full }

  var isReduced: Bool { bytes[7] & 16 != 0 }

  var turn: ExifOrientation { ExifOrientation(rawValue: bytes[1] % 8 + 1) ?? .topLeft }

  var isDeep: Bool { bytes[7] & 8 != 0 }

  var keepsChecksums: Bool { bytes[7] & 32 != 0 }

  var takesFrames: Bool { bytes[7] & 64 != 0 }

  /// A box inside a decoded picture.
  func box(in size: PixelSize) -> PixelRect<Decoded> {
    let (left, width) = Self.part(bytes[1], bytes[3], of: size.width)
    let (top, height) = Self.part(bytes[2], bytes[4], of: size.height)
    return PixelRect(x: left, y: top, width: width, height: height)
  }

  private static func part(_ start: UInt8, _ length: UInt8, of extent: Int) -> (start: Int, length: Int) {
    let first = extent * Int(start) / 256
    return (first, max(1, (extent - first) * (Int(length) + 1) / 256))
  }
}

/// What one decode of a file came to.
struct ShimDecode {
  /// The samples of the region, or of the region in each frame; empty if the decode failed.
  private(set) var planes: [Plane<UInt16>] = []
  /// The hash of the whole file; nil where the rest of it can't be read, or isn't all there.
  private var digest: String?

  init(_ file: [UInt8], _ request: DecodeRequest) {
    guard let open = try? OpenBytes(file) else { return }
    let running: SHA256? = SHA256()
    var isInOrder = true
    do throws(ImageError) {
      let engine = (try SourceFormat.tell(ByteSource(file)) ?? .jpeg).engine
      isInOrder = engine.readsInOrder
      let decoder = try PictureDecoder(
        engine, descriptor: open.descriptor, page: request.page, digest: running)
      try run(decoder, request, file)
    } catch {
      return
    }
    digest = isInOrder ? running?.finish() : nil
  }

  private mutating func run(
    _ decoder: borrowing PictureDecoder, _ request: DecodeRequest, _ file: [UInt8]
  ) throws(ImageError) {
    let region = request.region
    var all: [Plane<UInt16>] = []
    func next() throws(ImageError) -> [Plane<UInt16>] {
      var planes: [Plane<UInt16>] = []
      for _ in 0..<request.pixels.planes {
        planes.append(try Plane(width: region.width, height: region.height))
      }
      all += planes
      return planes
    }
    if request.frames == 0 {
      let planes = try next()
      try decoder.decode(request) { strip throws(ImageError) in Self.copy(strip, to: planes, region) }
    } else {
      let buffer = try decoder.start(request)
      for _ in 0..<request.frames {
        _ = try decoder.nextFrame()
        let planes = try next()
        try decoder.readRows(request, buffer) { strip throws(ImageError) in
          Self.copy(strip, to: planes, region)
        }
      }
    }
    planes = all
    _ = decoder.profile
    try decoder.drain(limit: file.count)
  }

  private static func copy(_ strip: StripRows, to planes: [Plane<UInt16>], _ region: PixelRect<Decoded>) {
    for (channel, plane) in planes.enumerated() {
      for row in strip.firstRow..<strip.endRow {
        guard let target = plane.row(row - region.y).baseAddress else { continue }
        strip.copy(
          channel: channel, row: row, columns: region.x..<region.right, to: target)
      }
    }
  }

  /// Why the hash isn't the file's, where there is one.
  func digestFault(of file: [UInt8]) -> String? {
    digest == nil || digest == SHA256.digest(of: file) ? nil : "the hash isn't that of the file"
  }
}
