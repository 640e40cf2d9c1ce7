import System
import ImageModel

extension HEIFHeaderReader {
  /// True if the picture has no chroma.
  mutating func isGrey(_ properties: [ISOBox]) throws(ImageError) -> Bool {
    guard let record = Self.record(properties) else { return false }
    var fields = try boxes.start(record, 17)
    if record.type == "av1C" {
      guard fields.left >= 3 else { return false }
      try fields.skip(2)
      return try fields.number(1) & 0x10 != 0
    }
    guard fields.left >= 17 else { return false }
    try fields.skip(16)
    return try fields.number(1) & 3 == 0
  }

  /// The colours in HEVC's sequence parameter set, or in AV1's sequence header. AV1's header lies in each
  /// picture's data (AV1 Image File Format, 2.1). Nil if the colours are unspecified or can't be read. The
  /// decode then finds any fault.
  mutating func codedNumbers(
    _ properties: [ISOBox], _ data: Range<Int>?
  ) throws(ImageError) -> ColorCoding.Numbers? {
    guard let record = Self.record(properties) else { return nil }
    if record.type == "hvcC" {
      let bytes = try boxes.input.bytes(at: record.content.lowerBound, count: record.content.count)
      let unit = try? HEVCRecord(bytes).units.first { $0.kind == .sequence }
      return unit.flatMap { try? HEVCSequence($0.bytes).colors }
    }
    guard let data = data?.clamped(to: 0..<boxes.input.size) else { return nil }
    let start = try boxes.input.bytes(
      at: data.lowerBound, count: min(data.count, FixedLimits.Header.av1SequenceBytes))
    return try? AV1Sequence(in: start)?.colors
  }

  private static func record(_ properties: [ISOBox]) -> ISOBox? {
    properties.first { $0.type == "av1C" || $0.type == "hvcC" }
  }

  /// The configuration of tiles of size `size`, from the tiles' `av1C` or `hvcC` records. All tiles must have
  /// equal records.
  mutating func configuration(
    _ tiles: [Int], _ size: PixelSize, _ items: HEIFItems
  ) throws(ImageError) -> CodedPicture.Configuration {
    var known: (place: Range<Int>, bytes: [UInt8])?
    var type = ""
    for tile in tiles {
      guard let record = Self.record(items.properties(of: tile)) else { throw Self.noRecord }
      if known?.place == record.content { continue }
      let count = record.content.count
      let bytes = try boxes.input.bytes(at: record.content.lowerBound, count: count)
      guard known.map({ $0.bytes == bytes }) != false else {
        throw .unsupported("its tiles are not all alike")
      }
      (known, type) = ((record.content, bytes), record.type)
    }
    return try Self.configuration(type, known?.bytes ?? [], size)
  }

  /// The configuration of pictures of size `size`, from a sample entry.
  mutating func configuration(
    _ properties: [ISOBox], _ size: PixelSize
  ) throws(ImageError) -> CodedPicture.Configuration {
    guard let record = Self.record(properties) else { throw Self.noRecord }
    let bytes = try boxes.input.bytes(at: record.content.lowerBound, count: record.content.count)
    return try Self.configuration(record.type, bytes, size)
  }

  private static func configuration(
    _ type: String, _ record: [UInt8], _ size: PixelSize
  ) throws(ImageError) -> CodedPicture.Configuration {
    type == "av1C" ? try .av1(record) : try .hevc(record, size: size)
  }

  private static let noRecord = ImageError(.badHeader, "its picture has no record of its coding")
}

extension CodedPicture.Configuration {
  /// Reads the configuration in an `av1C` record (AV1 in ISO base media, 2.3.3).
  fileprivate static func av1(_ bytes: [UInt8]) throws(ImageError) -> Self {
    var fields = HeaderFields(bytes, isBigEndian: true)
    try fields.skip(2)
    let flags = try fields.number(1)
    let bits = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
    return Self(bits: bits, isGrey: flags & 0x10 != 0, isFullChroma: flags & 0x18 == 0)
  }

  /// Reads the configuration in an `hvcC` record (ISO/IEC 14496-15, 8.3.2.1). Each sequence parameter set
  /// must describe pictures of size `size`.
  fileprivate static func hevc(_ bytes: [UInt8], size: PixelSize) throws(ImageError) -> Self {
    let coded = try HEVCRecord(bytes)
    var record = Self(bits: 8, isGrey: false, isFullChroma: false)
    record.lengthBytes = coded.lengthBytes
    record.parameterSets = coded.units.map(\.bytes)
    let sequences = coded.units.filter { $0.kind == .sequence }
    for unit in sequences {
      let sequence = try HEVCSequence(unit.bytes)
      guard sequence.size == size, sequence.isPlain else {
        throw ImageError(
          .unsupportedFormat,
          "its HEVC is of \(sequence.size) pixels of \(sequence.bits) bits, where the file says \(size)")
      }
      (record.bits, record.isGrey) = (sequence.bits, sequence.chroma == 0)
      record.isFullChroma = sequence.chroma == 3
    }
    guard !sequences.isEmpty, record.lengthBytes != 3 else {
      throw .unsupported("HEVC whose parameter sets stand with its pictures is not supported")
    }
    return record
  }
}
