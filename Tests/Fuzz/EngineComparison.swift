import CCodecs
import ImageModel
import Imaging
import System
import TestSupport

/// Decodes a file by an engine as it is in use, and by its library alone, without our readers of rows and without dav1d.
/// Samples, damage, failure and hash must be equal.
package enum EngineComparison: String {
  case libpng
  case libtiff
  case libaom

  /// The difference between the two decodes of a file; nil if there is none.
  package func difference(_ file: [UInt8], _ request: DecodeRequest) throws -> String? {
    let ours = try result(rawValue, file, request)
    let alone = try result(rawValue + "_alone", file, request)
    if ours.failure != alone.failure {
      return
        "fails with \(ours.failure?.message ?? "nothing"), \(self) with \(alone.failure?.message ?? "nothing")"
    }
    if ours.warnings != alone.warnings { return "warns of \(ours.warnings), \(self) of \(alone.warnings)" }
    if ours.digest != alone.digest { return "another hash" }
    if ours.samples.count != alone.samples.count {
      return "gives \(ours.samples.count) samples, \(self) gives \(alone.samples.count)"
    }
    guard let place = ours.samples.indices.first(where: { ours.samples[$0] != alone.samples[$0] }) else {
      return nil
    }
    return "sample \(place) is \(ours.samples[place]), that of \(self) is \(alone.samples[place])"
  }

  private struct Result {
    /// The region's samples, strip by strip.
    var samples: [UInt16] = []
    var warnings: [Finding] = []
    var failure: Finding?
    var digest: String?
  }

  private func result(_ engine: String, _ file: [UInt8], _ request: DecodeRequest) throws -> Result {
    let open = try OpenBytes(file)
    let library = shim_engine_named(engine)
    let digest = shim_engine_is_random(library) == 0 ? SHA256() : nil
    let decoder = try PictureDecoder(
      library: library, isCoded: self == .libaom, descriptor: open.descriptor, digest: digest)
    var result = Result()
    let columns = request.region.x..<request.region.right
    do throws(ImageError) {
      try decoder.decode(request) { strip throws(ImageError) in
        var row = [UInt16](repeating: 0, count: columns.count)
        for y in strip.firstRow..<strip.endRow {
          for channel in 0..<request.pixels.planes {
            row.withUnsafeMutableBufferPointer { row in
              guard let start = row.baseAddress else { return }
              strip.copy(channel: channel, row: y, columns: columns, to: start)
            }
            result.samples += row
          }
        }
      }
      try decoder.drain(limit: file.count)
      result.digest = digest?.finish()
    } catch {
      result.failure = error.finding
    }
    result.warnings = decoder.warnings
    return result
  }
}
