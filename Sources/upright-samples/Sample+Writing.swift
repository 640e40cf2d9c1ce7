import ImageModel
import Imaging
import System

extension Sample {
  /// Draws the picture and writes it below `folder`. Throws `memory`, `encode_failed`, `write_failed`.
  func write(below folder: String) throws(ImageError) {
    var planes = try scene.drawn(size).ycbcr()
    if isGrey { planes.removeLast(2) }
    let stored = try planes.map { plane throws(ImageError) in
      try plane.turned((orientation ?? .topLeft).inverse, part: PixelRect(size))
    }
    try save(encode(stored, KeptMetadata(markers), quality: 88), to: folder + "/" + path)
  }

  private var markers: [KeptMetadata.Segment] {
    var markers: [KeptMetadata.Segment] = []
    if let orientation {
      let block = ExifBlock(orientation: orientation, storedSize: orientation.turned(size), place: place)
      markers.append(KeptMetadata.Segment(marker: 0xE1, payload: block.payload))
    }
    if let comment { markers.append(KeptMetadata.Segment(marker: 0xFE, payload: Array(comment.utf8))) }
    return markers
  }
}

/// The JPEG of planes of one size. Throws `memory` and `encode_failed`.
func encode(
  _ planes: [Plane<UInt8>], _ metadata: KeptMetadata, quality: Int
) throws(ImageError) -> [UInt8] {
  var file: [UInt8] = []
  _ = try PictureEncoder(.jpeg) { file += $0 }.encode(
    planes.map { Channel($0) }, PixelFormat(planes.count == 1 ? .grey : .ycbcr),
    options: .jpeg(quality: quality, optimize: true), metadata: metadata)
  return file
}

/// Writes a file at once. Throws `io_error`.
func save(_ bytes: [UInt8], to path: String) throws(ImageError) {
  let place = path.hasPrefix("/") ? path : "./" + path
  let file = try writing(path) { () throws(SystemError) in try WholeFile(place) }
  try writing(path) { () throws(SystemError) in try Descriptor.write(bytes, to: file.number) }
  _ = try writing(path) { () throws(SystemError) in try file.commit() }
}

private func writing<Result>(
  _ path: String, _ body: () throws(SystemError) -> Result
) throws(ImageError) -> Result {
  do throws(SystemError) { return try body() } catch {
    throw ImageError(.ioError, "'\(path)' can't be written: \(error.message)")
  }
}
