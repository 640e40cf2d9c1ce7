import System
import ImageModel

/// The directories of a TIFF (TIFF 6.0, section 2) or BigTIFF (libtiff's design, "BigTIFF file format"). The
/// directories are read by position, from files of any length.
struct TIFFFile {
  /// A field of a directory.
  struct Field {
    var tag: Int
    var type: Int
    /// The number of values.
    var count: Int
    /// The place of the values; nil if the type is unknown or they reach beyond the file.
    var values: Range<Int>?
  }

  /// The number of bytes that one read takes while the reader follows a chain of directories. The number is
  /// small, so that the reads of a long chain stay within ``FixedLimits/Header/bytes``.
  private static let step = 512

  let source: ByteSource
  private(set) var input: HeaderInput
  let isBigEndian: Bool
  /// Bytes of an offset: 4, or 8 in BigTIFF.
  private let width: Int
  /// Where the first directory begins.
  let first: Int

  /// True for BigTIFF.
  var isBig: Bool { width == 8 }

  private var countLength: Int { width == 8 ? 8 : 2 }
  private var fieldLength: Int { width == 8 ? 20 : 12 }

  /// Reads the file's first 8 or 16 bytes.
  init(_ source: ByteSource) throws(ImageError) {
    self.source = source
    input = HeaderInput(source)
    isBigEndian = try input.bytes(at: 0, count: 1) == [0x4D]
    var fields = try input.fields(at: 2, count: 6, isBigEndian: isBigEndian)
    let version = try fields.number(2)
    width = version == 43 ? 8 : 4
    guard width == 8 else {
      first = try fields.number(4)
      return
    }
    guard try fields.number(2) == 8, try fields.number(2) == 0 else {
      throw .badHeader("its offsets are not of 8 bytes")
    }
    fields = try input.fields(at: 8, count: 8, isBigEndian: isBigEndian)
    first = try fields.number(8)
  }

  /// Reads all fields of the directory at `offset`.
  ///
  /// - Throws: `bad_header` if the fields don't all lie in the file, or are more than 4,096; `io_error`.
  mutating func directory(at offset: Int) throws(ImageError) -> [Field] {
    let count = try count(at: offset)
    guard count <= FixedLimits.Header.parts else {
      throw .badHeader("a directory has \(count) fields, more than \(FixedLimits.Header.parts)")
    }
    let table = offset + countLength
    guard input.holds(count * fieldLength, at: table) else { throw .cutHeader }
    var fields: [Field] = []
    for index in 0..<count { fields.append(try field(at: table + index * fieldLength)) }
    return fields
  }

  /// The offset of the directory after the one at `offset`; nil if there is none.
  mutating func next(after offset: Int) throws(ImageError) -> Int? {
    let count = try count(at: offset)
    guard count <= input.size / fieldLength else { throw .cutHeader }
    let end = offset + countLength + count * fieldLength
    var fields = try input.fields(at: end, count: width, isBigEndian: isBigEndian, atOnce: Self.step)
    let next = try fields.number(width)
    return next == 0 ? nil : next
  }

  private mutating func count(at offset: Int) throws(ImageError) -> Int {
    guard offset >= 8 else { throw .badHeader("a directory begins within the first 8 bytes") }
    var fields = try input.fields(
      at: offset, count: countLength, isBigEndian: isBigEndian, atOnce: Self.step)
    return try fields.number(countLength)
  }

  private mutating func field(at offset: Int) throws(ImageError) -> Field {
    var fields = try input.fields(at: offset, count: fieldLength, isBigEndian: isBigEndian)
    var field = Field(
      tag: try fields.number(2), type: try fields.number(2), count: try fields.number(width), values: nil)
    let (length, isTooLong) = field.count.multipliedReportingOverflow(by: Self.size(field.type) ?? 0)
    guard length > 0, !isTooLong else { return field }
    let start = length <= width ? offset + fieldLength - width : try fields.number(width)
    if input.holds(length, at: start) { field.values = start..<start + length }
    return field
  }

  /// The first values of an integer field, at most 16. Empty for a field of another type.
  mutating func numbers(_ field: Field?) throws(ImageError) -> [Int] {
    guard let field, let values = field.values, [1, 3, 4, 13, 16, 18].contains(field.type),
      let size = Self.size(field.type)
    else { return [] }
    let count = min(field.count, FixedLimits.Header.tiffValues)
    var fields = try input.fields(at: values.lowerBound, count: count * size, isBigEndian: isBigEndian)
    var numbers: [Int] = []
    for _ in 0..<count { numbers.append(try fields.number(size)) }
    return numbers
  }

  /// The first values of an integer or RATIONAL field, at most 16. Fractions are rounded down. Empty for a field of
  /// another type, or if a denominator is 0.
  mutating func wholeNumbers(_ field: Field?) throws(ImageError) -> [Int] {
    guard let field, field.type == 5, let values = field.values else { return try numbers(field) }
    let count = min(field.count, FixedLimits.Header.tiffValues)
    var fields = try input.fields(at: values.lowerBound, count: count * 8, isBigEndian: isBigEndian)
    var numbers: [Int] = []
    for _ in 0..<count {
      let (numerator, denominator) = (try fields.number(4), try fields.number(4))
      guard denominator > 0 else { return [] }
      numbers.append(numerator / denominator)
    }
    return numbers
  }

  /// The fields in the range `values`, to be taken one after the other. Throws `bad_header`, `io_error`.
  mutating func fields(_ values: Range<Int>) throws(ImageError) -> HeaderFields {
    try input.fields(at: values.lowerBound, count: values.count, isBigEndian: isBigEndian)
  }

  /// The bytes of the file in the range `values`, in the file's byte order. Throws `io_error`.
  mutating func bytes(_ values: Range<Int>) throws(ImageError) -> [UInt8] {
    try input.bytes(at: values.lowerBound, count: values.count)
  }

  /// The size in bytes of one value of a field type, which may be a type of BigTIFF. Nil for an unknown type.
  private static func size(_ type: Int) -> Int? { (16...18).contains(type) ? 8 : TIFFEntry.size(type) }
}
