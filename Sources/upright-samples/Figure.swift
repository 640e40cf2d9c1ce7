import ImageModel
import Imaging
import Survey
import System

/// Pictures side by side on white.
struct Figure {
  /// A picture in full-range Y, Cb and Cr.
  struct Panel {
    let size: PixelSize
    var planes: [Plane<UInt8>] = []
  }

  private let panels: [Panel]
  /// True for a figure with an arrow between neighbours.
  private let hasArrows: Bool
  private var gap: Int { hasArrows ? 44 : 16 }
  private static let margin = 8

  init(_ panels: [Panel], hasArrows: Bool) {
    self.panels = panels
    self.hasArrows = hasArrows
  }

  /// A figure of the JPEGs at `paths`, with unchanged pixels. Throws if a JPEG can't be read.
  init(_ paths: [String]) throws(ImageError) {
    var panels: [Panel] = []
    for path in paths { panels.append(try Panel(JPEGSource(path))) }
    self.init(panels, hasArrows: true)
  }

  /// Writes the figure. Throws `memory`, `encode_failed`, `write_failed`.
  func write(to path: String) throws(ImageError) {
    let width = panels.reduce(2 * Self.margin + gap * (panels.count - 1)) { $0 + $1.size.width }
    let height = 2 * Self.margin + (panels.map(\.size.height).max() ?? 0)
    let canvas = try Canvas(PixelSize(width: width, height: height))
    canvas.fill(Box(0, 0, canvas.across, 100), ink: { _, _ in Ink(255, 255, 255) }, cover: { _, _ in 1 })
    var places: [PixelRect<Output>] = []
    var left = Self.margin
    for panel in panels {
      let size = panel.size
      places.append(
        PixelRect(x: left, y: (height - size.height) / 2, width: size.width, height: size.height))
      left += size.width + gap
    }
    if hasArrows { for place in places.dropLast() { pointer(canvas, after: place.right) } }
    let planes = try canvas.ycbcr()
    for (panel, place) in zip(panels, places) {
      for (plane, picture) in zip(planes, panel.planes) {
        for y in 0..<place.height {
          _ = plane.row(place.y + y)[place.x..<place.right].update(fromContentsOf: picture.row(y))
        }
      }
    }
    try save(encode(planes, KeptMetadata([]), quality: 80), to: path)
  }

  private func pointer(_ canvas: Canvas, after edge: Int) {
    let x = (Double(edge) + Double(gap) / 2) / canvas.unit
    let half = 10 / canvas.unit
    let grey = Ink(110, 110, 116)
    canvas.rectangle(Box(x - half, 50 - half * 0.2, x + half * 0.2, 50 + half * 0.2), grey)
    canvas.polygon([(x + half, 50), (x, 50 + half * 0.6), (x, 50 - half * 0.6)], grey)
  }
}

/// A colour or grey JPEG in a file.
struct JPEGSource: ~Copyable {
  let source: OpenSource
  let info: SourceInfo

  init(_ path: String) throws(ImageError) {
    let opened = try Self.open(path)
    info = try Self.survey(opened)
    source = opened
  }

  private static func open(_ path: String) throws(ImageError) -> OpenSource {
    do throws(OpeningError) { return try OpenSource.open(path) } catch {
      throw ImageError(error.finding)
    }
  }

  private static func survey(_ source: borrowing OpenSource) throws(ImageError) -> SourceInfo {
    do throws(SourceRefusal) {
      return try source.withBytes { source throws(SourceRefusal) in try source.survey() }
    } catch {
      throw ImageError(error.finding)
    }
  }

  /// Decodes the JPEG in a range of the file's bytes, without a turn, and resamples it to `size`.
  func planes(
    _ pixels: PixelFormat, in range: Range<Int> = 0..<Int.max, of stored: PixelSize, to size: PixelSize
  ) throws(ImageError) -> [Plane<UInt8>] {
    let geometry = ResampleGeometry(whole: stored, to: size, filter: .lanczos3)
    let resampler = StripResampler(
      geometry, of: WorkingPixels(pixels, geometry), picture: RealRect(PixelRect<Decoded>(stored)),
      background: .black, in: Workspace())
    let decoder = try PictureDecoder(
      .libjpeg, descriptor: source.descriptor.number, range: range, digest: nil)
    let request = DecodeRequest(
      storedSize: stored, pixels: pixels, scale: .full, region: PixelRect(stored),
      deadline: MonotonicClock.now() + 30_000_000_000)
    try decoder.decode(request) { strip throws(ImageError) in try resampler.add(strip) }
    var planes: [Plane<UInt8>] = []
    while case .eight(let next)? = try resampler.next() { planes.append(next.plane) }
    return planes
  }
}

extension Figure.Panel {
  /// The picture of a colour JPEG at full size.
  init(_ jpeg: borrowing JPEGSource) throws(ImageError) {
    size = jpeg.info.storedSize
    planes = try jpeg.planes(PixelFormat(.ycbcr), of: size, to: size)
  }
}
