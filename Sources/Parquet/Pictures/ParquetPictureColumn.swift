/// A column of pictures: bytes, or a structure of `bytes` and `path`, as Hugging Face's feature `Image` is
/// stored.
package struct ParquetPictureColumn: Sendable {
  package let name: String
  let leaf: ParquetLeaf
  /// The name by which ``ParquetRows`` reads the pictures' paths; nil if there are none.
  package let pathColumn: String?

  /// Finds the column. Throws if there is none, or if it holds no pictures.
  package init(_ name: String, in file: ParquetFile) throws(ParquetFault) {
    guard let column = file.columns.first(where: { $0.name == name }) else {
      throw .damaged("has no column '\(name)'")
    }
    let bytes = column.member("bytes") ?? column
    guard case .value(let leaf) = bytes.content, leaf.type == .byteArray, leaf.meaning == .binary,
      leaf.repetition == 0
    else {
      throw .unsupported("'\(name)' is no column of pictures: it has neither bytes nor a part 'bytes'")
    }
    (self.name, self.leaf) = (name, leaf)
    if case .value(let path)? = column.member("path")?.content, path.meaning == .text, path.repetition == 0 {
      pathColumn = "\(name).path"
    } else {
      pathColumn = nil
    }
  }
}
