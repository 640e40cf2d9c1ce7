import CCodecs
import ImageModel

/// A lossless crop and turn: a JPEG's coefficients become another JPEG, and no sample is decoded.
package struct LosslessTransform {
  /// The part of the stored picture that the transform keeps. The picture's ``MCUGrid`` must allow this box.
  package var box: PixelRect<Stored>
  /// The turn that the transform applies.
  package var turn: ExifOrientation

  package init(_ box: PixelRect<Stored>, turn: ExifOrientation) {
    (self.box, self.turn) = (box, turn)
  }
}

extension PictureDecoder {
  /// Reads all coefficients of a JPEG instead of decoding it.
  ///
  /// Throws what ``decode(_:_:)`` throws.
  package func readCoefficients(_ request: DecodeRequest) throws(ImageError) {
    var asked = shim_decode_request(request)
    try check(shim_decoder_read_coefficients(handle, &asked))
  }
}

extension PictureEncoder {
  /// Writes a whole JPEG from the coefficients that `decoder` has read. `options` only sets the order and
  /// coding of scans.
  ///
  /// Throws `corrupt` for coefficients that no encoder writes, `timeout`, `encode_failed`, `memory`, and
  /// what the sink throws.
  package func encode(
    coefficientsOf decoder: borrowing PictureDecoder, _ transform: LosslessTransform, options: EncodeOptions,
    metadata: KeptMetadata
  ) throws(ImageError) {
    let size = transform.turn.turned(transform.box.size)
    var request = shim_encode_request()
    (request.width, request.height) = (Int32(size.width), Int32(size.height))
    request.progressive = options.progressive == true ? 1 : 0
    request.optimize = options.optimize == true ? 1 : 0
    request.transform = shim_turn(transform, of: decoder.handle)
    try start(&request, metadata)
    try finish()
  }
}

extension shim_turn {
  fileprivate init(_ transform: LosslessTransform, of decoder: OpaquePointer) {
    let (box, turn) = (transform.box, transform.turn)
    self.init(
      decoder: decoder, left: Int32(box.x), top: Int32(box.y), right: Int32(box.right),
      bottom: Int32(box.bottom), mirrors_x: turn.mirrorsStoredX ? 1 : 0,
      mirrors_y: turn.mirrorsStoredY ? 1 : 0, transposes: turn.transposes ? 1 : 0)
  }
}
