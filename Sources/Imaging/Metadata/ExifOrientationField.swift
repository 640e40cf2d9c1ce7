import ImageModel

/// The orientation tag of one EXIF block (EXIF 2.32, 4.6.4 A: SHORT, one value, 1...8).
enum ExifOrientationField: Hashable {
  /// The block has no orientation tag.
  case missing
  /// A usable value. `oddity` says what is unusual about its storage.
  case valid(ExifOrientation, oddity: String?)
  /// An unusable value, and why.
  case invalid(String)

  /// The orientation to use: 1 if there is no usable value.
  var effective: ExifOrientation {
    guard case .valid(let orientation, _) = self else { return .topLeft }
    return orientation
  }

  /// Reads the tag from an APP1 payload.
  ///
  /// The tag may also be one integer of type BYTE or LONG, which other readers accept too. Such a type is
  /// noted as an oddity.
  init(payload: [UInt8]) {
    guard let block = TIFFBlock(payload: payload) else {
      self = .invalid("the EXIF block has no TIFF header")
      return
    }
    guard let main = block.mainDirectory else {
      self = .invalid("the EXIF block's first directory lies outside the block")
      return
    }
    self.init(main, of: block)
  }

  /// Reads the tag from a directory.
  init(_ directory: TIFFDirectory, of block: TIFFBlock) {
    guard let entry = directory.entry(TIFFTag.orientation) else {
      self = directory.isComplete ? .missing : .invalid("the EXIF block is cut off before an orientation tag")
      return
    }
    self.init(entry, in: block)
  }

  private init(_ entry: TIFFEntry, in block: TIFFBlock) {
    self.init(value: block.number(entry), count: entry.count, type: entry.type)
  }

  /// Takes a field's value; `value` is nil if it isn't one integer.
  init(value: Int?, count: Int, type: Int) {
    let typeName = Self.typeName(type)
    guard let value else {
      self = .invalid("the orientation tag holds \(count) x \(typeName), not one SHORT")
      return
    }
    guard let orientation = UInt8(exactly: value).flatMap(ExifOrientation.init) else {
      self = .invalid("the orientation tag says \(value), which is not in 1...8")
      return
    }
    self = .valid(orientation, oddity: type == 3 ? nil : "is stored as \(typeName), not SHORT")
  }

  private static func typeName(_ type: Int) -> String {
    let names = [
      "BYTE", "ASCII", "SHORT", "LONG", "RATIONAL", "SBYTE", "UNDEFINED", "SSHORT", "SLONG", "SRATIONAL",
      "FLOAT", "DOUBLE", "IFD",
    ]
    return names.indices.contains(type - 1) ? names[type - 1] : "type \(type)"
  }
}
