import ImageModel

/// Why this decoder can't decode a file: damage, or content that only other decoders support.
package enum JPEGDamage: Error, Hashable {
  /// Bits that match no code word (ITU-T T.81, annex C).
  case badCode
  /// More coefficients than a block has.
  case overrun
  /// Data that ends before its scan is complete: at a marker, or at the end of the file.
  case endsEarly
  /// Extraneous bytes.
  case extraneous
  /// A missing restart marker, or one out of order (ITU-T T.81, E.2.4).
  case restart
  /// A marker segment that breaks the rules of ITU-T T.81, annex B, or is of an unsupported kind.
  case segment
  /// Coefficients that no encoder makes from samples.
  case range
}

/// Why a decode ended early.
package enum DecodeEnd: Error {
  case damaged(JPEGDamage)
  /// A failure not caused by the file's data: reading, time, memory, or the receiver of the rows.
  case failed(ImageError)

  static let noMemory = DecodeEnd.failed(ImageError(.memory, "memory for decoding can't be had"))
}
