import System

/// The header `X-Robots-Tag`, by which a server limits the use of a reply.
package enum RobotsTag {
  /// True if one of the header's values forbids the use of a picture for machine learning: `noai` or
  /// `noimageai`, for all agents or for `agent`, a name of lower-case letters.
  ///
  /// A value is a list of words. `NAME:` before a word means that it and the words after it are for that agent
  /// alone.
  package static func forbids(_ values: [String], agent: String) -> Bool {
    values.contains { value in
      var addressee: String?
      return value.lowercased().split(separator: ",").contains { item in
        let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
        var word = parts.last ?? ""
        if parts.count == 2 {
          // Some words have a value behind a colon.
          if wordsWithValues.contains(parts[0]) {
            word = parts[0]
          } else if isName(parts[0]) {
            addressee = parts[0]
          }
        }
        return forbidding.contains(word) && (addressee == nil || addressee == agent)
      }
    }
  }

  /// True for the name of an agent (RFC 9309, section 2.2.1). The second part of a date, for example, is no name.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static func trimmed(_ text: Substring) -> String {
    String(decoding: Array(text.utf8)[...].trimmed, as: UTF8.self)
  }

  private static let forbidding = ["noai", "noimageai"]
  private static let wordsWithValues = [
    "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview",
  ]
}
