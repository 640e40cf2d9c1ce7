import Glibc
import System

/// Reads captions: text files beside pictures.
package enum CaptionFile {
  /// The text of the file at an absolute path, without blanks at its ends. Nil if there is no such file. Throws if the
  /// file can't be taken.
  package static func read(_ path: String) throws(FileFault) -> String? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileBytes.read(path, limit: FixedLimits.Text.captionBytes + 1)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw FileFault("can't be read: \(error.message)")
    }
    if bytes.count > FixedLimits.Text.captionBytes {
      throw FileFault("is larger than \(FixedLimits.Text.captionBytes >> 10) KiB: shorten it")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FileFault("isn't UTF-8: save it in this encoding")
    }
    let isBlank = { (character: Character) in character.isWhitespace || character == "\u{FEFF}" }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }
}
