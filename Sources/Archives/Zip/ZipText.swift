/// Names in zips (APPNOTE 6.3.10, appendix D).
enum ZipText {
  /// The characters of the bytes 0x80 to 0xFF in code page 437.
  private static let upper = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)

  /// A name as UTF-8. `flags` are those of the entry: bit 11 says that the name is UTF-8 already. Without it,
  /// Info-ZIP's field of the Unicode path counts if its checksum is that of the name. Else the name is in code page
  /// 437.
  ///
  /// Programs on Unix and macOS write the names of the system, so UTF-8 without the bit. If `isUnix` is true, a name
  /// that is UTF-8 stays as it is.
  static func name(
    _ raw: ArraySlice<UInt8>, flags: UInt16, _ extra: ArraySlice<UInt8>, isUnix: Bool
  ) -> ArraySlice<UInt8> {
    if flags & 1 << 11 != 0 { return raw }
    if let path = unicodePath(raw, extra) { return path }
    if raw.allSatisfy({ $0 < 0x80 }) { return raw }
    if isUnix && String(validating: raw, as: UTF8.self) != nil { return raw }
    var text = ""
    for byte in raw {
      let index = Int(byte) - 0x80
      text.unicodeScalars.append(upper.indices.contains(index) ? upper[index] : Unicode.Scalar(byte))
    }
    return Array(text.utf8)[...]
  }

  /// The field 0x7075: a version, the CRC-32 of the raw name, and the name in UTF-8.
  private static func unicodePath(
    _ raw: ArraySlice<UInt8>, _ extra: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    guard let field = ZipExtra.field(0x7075, in: extra), field.first == 1,
      let sum: UInt32 = field.number(at: 1), sum == CRC32.of(raw)
    else { return nil }
    return field.dropFirst(5)
  }
}
