import ImageModel
import Imaging
import Survey
import System

/// Pictures side by side on white, with an arrow between neighbours.
struct Figure {
  private struct Panel {
    let size: PixelSize
    var planes: [Plane<UInt8>] = []
  }

  private var panels: [Panel] = []
  private static let gap = 44
  private static let margin = 8

  /// A figure of the JPEGs at `paths`, with unchanged pixels. Throws if a JPEG can't be read.
  init(_ paths: [String]) throws(ImageError) {
    for path in paths { panels.append(try Self.picture(path)) }
  }

  /// Writes the figure. Throws `memory`, `encode_failed`, `write_failed`.
  func write(to path: String) throws(ImageError) {
    let width = panels.reduce(2 * Self.margin + Self.gap * (panels.count - 1)) { $0 + $1.size.width }
    let height = 2 * Self.margin + (panels.map(\.size.height).max() ?? 0)
    let canvas = try Canvas(PixelSize(width: width, height: height))
    canvas.fill(Box(0, 0, canvas.across, 100), ink: { _, _ in Ink(255, 255, 255) }, cover: { _, _ in 1 })
    var places: [PixelRect<Output>] = []
    var left = Self.margin
    for panel in panels {
      let size = panel.size
      places.append(
        PixelRect(x: left, y: (height - size.height) / 2, width: size.width, height: size.height))
      left += size.width + Self.gap
    }
    for place in places.dropLast() { pointer(canvas, after: place.right) }
    let planes = try canvas.ycbcr()
    for (panel, place) in zip(panels, places) {
      for (plane, picture) in zip(planes, panel.planes) {
        for y in 0..<place.height {
          _ = plane.row(place.y + y)[place.x..<place.right].update(fromContentsOf: picture.row(y))
        }
      }
    }
    try encode(planes, markers: [], quality: 80, to: path)
  }

  private func pointer(_ canvas: Canvas, after edge: Int) {
    let x = (Double(edge) + Double(Self.gap) / 2) / canvas.unit
    let half = 10 / canvas.unit
    let grey = Ink(110, 110, 116)
    canvas.rectangle(Box(x - half, 50 - half * 0.2, x + half * 0.2, 50 + half * 0.2), grey)
    canvas.polygon([(x + half, 50), (x, 50 + half * 0.6), (x, 50 - half * 0.6)], grey)
  }

  /// Decodes a colour JPEG at full size, without a turn.
  private static func picture(_ path: String) throws(ImageError) -> Panel {
    let source: OpenSource
    do throws(OpeningError) { source = try OpenSource.open(path) } catch {
      throw ImageError(error.finding)
    }
    let info: SourceInfo
    do throws(SourceRefusal) { info = try source.survey() } catch {
      throw ImageError(error.finding)
    }
    let whole = PixelRect<Decoded>(info.storedSize)
    let geometry = ResampleGeometry(whole: info.storedSize, to: info.storedSize, filter: .point)
    let resampler = try StripResampler(
      geometry, of: WorkingPixels(PixelFormat(.ycbcr), geometry), picture: RealRect(whole),
      background: .black, in: Workspace())
    let decoder = try PictureDecoder(.libjpeg, descriptor: source.descriptor.number, digest: nil)
    let request = DecodeRequest(
      storedSize: info.storedSize, pixels: PixelFormat(.ycbcr), scale: .full, region: whole,
      deadline: MonotonicClock.now() + 30_000_000_000)
    try decoder.decode(request) { strip throws(ImageError) in try resampler.add(strip) }
    var panel = Panel(size: info.storedSize)
    while case .eight(let next)? = try resampler.next() { panel.planes.append(next.plane) }
    return panel
  }
}
