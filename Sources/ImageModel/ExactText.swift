/// A text that equals another text only if both hold the same bytes. File names are compared in this way.
///
/// `String` treats two spellings of one letter as equal.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ExactText, other: ExactText) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { bytes in
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

extension ExactText: Comparable {
  package static func < (one: ExactText, other: ExactText) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
