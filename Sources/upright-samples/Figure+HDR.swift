import Glibc
import ImageModel
import Imaging

extension Figure {
  /// A cut picture in three renditions: in SDR; in HDR by the map of `whole`, as after a cut that leaves the map as
  /// it is; and in HDR by its own map. Throws if a file can't be read, or has no gain map.
  init(cut: String, of whole: String) throws(ImageError) {
    let cut = try JPEGSource(cut)
    let whole = try JPEGSource(whole)
    let base = try Panel(cut)
    self.init(
      [base, try base.brightened(by: whole), try base.brightened(by: cut)], hasArrows: false)
  }
}

extension Figure.Panel {
  /// The HDR rendition by the gain map of `jpeg`, stretched over the whole picture, and mapped to what a screen for
  /// SDR can show.
  fileprivate func brightened(by jpeg: borrowing JPEGSource) throws(ImageError) -> Figure.Panel {
    guard case .success(let found)? = jpeg.info.gainMap, let range = found.map.range,
      let gains = try jpeg.planes(found.map.pixels, in: range, of: found.map.storedSize, to: size).first
    else { throw ImageError(.noGainMap, "the picture has no gain map") }
    let canvas = try Canvas(size)
    canvas.fill(
      Box(0, 0, canvas.across, 100),
      ink: { u, v in
        let (x, y) = (Int(u * canvas.unit), Int(v * canvas.unit))
        let gain = exp2(Float(gains.row(y)[x]) / 255 * Float(found.map.headroom))
        let light = ink(x, y).light * gain
        return (light * (1 + light / 64) / (1 + light)).encoded
      }, cover: { _, _ in 1 })
    return Figure.Panel(size: size, planes: try canvas.ycbcr())
  }

  private func ink(_ x: Int, _ y: Int) -> Ink {
    let (luma, cb, cr) = (
      Float(planes[0].row(y)[x]), Float(planes[1].row(y)[x]) - 128, Float(planes[2].row(y)[x]) - 128
    )
    return Ink(luma + 1.402 * cr, luma - 0.344136 * cb - 0.714136 * cr, luma + 1.772 * cb)
  }
}

extension Ink {
  /// The light of sRGB's samples, 1 for white (IEC 61966-2-1).
  fileprivate var light: Ink {
    each { value in
      let share = Swift.min(Swift.max(value / 255, 0), 1)
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
  }

  /// The samples of light.
  fileprivate var encoded: Ink {
    each { light in
      255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(Swift.min(light, 1), 1 / 2.4) - 0.055)
    }
  }

  private func each(_ body: (Float) -> Float) -> Ink { Ink(body(self[0]), body(self[1]), body(self[2])) }
}
