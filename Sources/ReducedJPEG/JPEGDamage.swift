import ImageModel

/// Why a file isn't decoded by this decoder: damage, or what only other decoders make something of.
package enum JPEGDamage: Error, Hashable {
  /// A Huffman code that no table has (ITU-T T.81, annex C).
  case badCode
  /// Coefficients beyond a block's last one.
  case overrun
  /// Data that ends before its scan does, at a marker or with the file.
  case endsEarly
  /// Bytes that belong to nothing.
  case extraneous
  /// A restart marker that is missing or out of order (ITU-T T.81, E.2.4).
  case restart
  /// A marker segment that breaks the rules of ITU-T T.81, annex B, or isn't of the kinds that are decoded.
  case segment
  /// Coefficients that no encoder makes of samples.
  case range
}

/// What ends a decode.
package enum DecodeEnd: Error {
  case damaged(JPEGDamage)
  /// What has nothing to do with the file's data: reading, time, memory, and what takes the planes.
  case failed(Finding)

  static let noMemory = DecodeEnd.failed(Finding(.memory, "memory for decoding can't be had"))
}
