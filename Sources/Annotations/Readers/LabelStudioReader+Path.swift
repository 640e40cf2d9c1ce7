import System

extension LabelStudioReader {
  /// The path of the picture that `image` names, relative to the folder of pictures. If `image` is a URL, the
  /// path is the last name in the URL. If it is Label Studio's URL of a local file, the path is the parameter
  /// `d`. Any other text is a path already.
  static func path(_ image: String) -> String {
    let local = "/data/local-files/?d="
    let isWeb = ["/data/", "http://", "https://"].contains { image.hasPrefix($0) }
    guard isWeb || image.contains("://") else { return image }
    let bytes = Array(image.utf8)
    if !isWeb { return String(decoding: bytes.lastName, as: UTF8.self) }
    if let start = bytes.end(of: local.utf8) { return decoded(bytes[start...]) }
    return decoded(bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.lastName)
  }

  /// An address with `%20` and other escapes decoded.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Collection<UInt8> where SubSequence == ArraySlice<UInt8> {
  /// The bytes after the last slash.
  fileprivate var lastName: ArraySlice<UInt8> {
    split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? []
  }

  /// The index after the first occurrence of `part`.
  fileprivate func end(of part: some Collection<UInt8>) -> Index? {
    indices.first { self[$0...].starts(with: part) }.map { index($0, offsetBy: part.count) }
  }
}
