import CCodecs
import ImageModel

/// The data of a coded picture, in C structures. The pointers in them are valid while this object lives.
final class CodedPictureMemory {
  private let color: LayerMemory
  private let alpha: LayerMemory?
  private let picture: CodedPicture

  init(_ picture: CodedPicture) {
    self.picture = picture
    color = LayerMemory(picture.color)
    alpha = picture.alpha.map(LayerMemory.init)
  }

  var shim: shim_coded_picture {
    shim_coded_picture(
      color: color.shim, alpha: alpha?.shim ?? shim_layer(), x: Int32(picture.crop.x),
      y: Int32(picture.crop.y), matrix: Int32(picture.matrix?.number ?? -1),
      is_full_range: picture.matrix?.isFullRange == true ? 1 : 0,
      is_premultiplied: picture.isPremultiplied ? 1 : 0)
  }
}

/// The C structures of one layer.
private final class LayerMemory {
  private let layer: CodedPicture.Layer
  private let pieces: UnsafeMutableBufferPointer<shim_piece>
  private let ends: UnsafeMutableBufferPointer<Int32>
  private let isCut: UnsafeMutableBufferPointer<UInt8>
  private let parameters: UnsafeMutableBufferPointer<UInt8>

  init(_ layer: CodedPicture.Layer) {
    self.layer = layer
    pieces = Self.copy(
      layer.tiles.flatMap(\.pieces).map {
        shim_piece(offset: Int64($0.lowerBound), count: Int64($0.count))
      })
    var end: Int32 = 0
    ends = Self.copy(
      layer.tiles.map {
        end += Int32(clamping: $0.pieces.count)
        return end
      })
    isCut = Self.copy(layer.tiles.map { $0.isCut ? 1 : 0 })
    let configuration = layer.configuration
    parameters = Self.copy(
      configuration.parameterSets.flatMap { unit in
        (0..<configuration.lengthBytes).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) }
          + unit
      })
  }

  deinit {
    pieces.deallocate()
    ends.deallocate()
    isCut.deallocate()
    parameters.deallocate()
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeMutableBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return memory
  }

  var shim: shim_layer {
    shim_layer(
      columns: Int32(layer.columns), rows: Int32(layer.rows), tile_width: Int32(layer.tileSize.width),
      tile_height: Int32(layer.tileSize.height), pieces: UnsafePointer(pieces.baseAddress),
      ends: UnsafePointer(ends.baseAddress), is_cut: UnsafePointer(isCut.baseAddress),
      parameters: UnsafePointer(parameters.baseAddress), parameter_bytes: parameters.count,
      length_bytes: Int32(layer.configuration.lengthBytes))
  }
}
