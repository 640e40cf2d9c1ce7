/// Reads a file's marker segments and keeps their definitions (ITU-T T.81, annex B).
struct MarkerReader {
  /// The two markers that may follow the last scan of a sequential JPEG: EOI and DNL (ITU-T T.81, table B.1).
  static let endOfImage: UInt8 = 0xD9
  static let numberOfLines: UInt8 = 0xDC

  /// The most blocks in an MCU of several components (ITU-T T.81, B.2.3); see ``EntropyWindow``.
  private static let mostBlocks = 10

  private let file: FileWindow
  private(set) var frame: Frame?
  /// The four quantization tables, with the values of each table in zigzag order; nil for a table that wasn't
  /// read.
  private(set) var quantization: [[UInt16]?] = [nil, nil, nil, nil]
  private(set) var dc: [HuffmanCode?] = [nil, nil, nil, nil]
  private(set) var ac: [HuffmanCode?] = [nil, nil, nil, nil]
  /// The number of MCUs in a restart interval; 0 for no restarts.
  private(set) var restartInterval = 0

  init(_ file: FileWindow) { self.file = file }

  /// Reads the start-of-image marker.
  func readStart() throws(DecodeEnd) {
    guard try byte() == 0xFF, try byte() == 0xD8 else { throw .damaged(.segment) }
  }

  /// Reads up to the end of the next scan header; nil at the end of the image. If a marker has been read
  /// already, `marker` is its second byte.
  mutating func nextScan(behind marker: UInt8? = nil) throws(DecodeEnd) -> ScanHeader? {
    var code: UInt8
    if let marker { code = marker } else { code = try nextMarker() }
    while true {
      switch code {
      case 0xDA: return try scan()
      case Self.endOfImage: return nil
      case 0xC4: try huffmanTables()
      case 0xDB: try quantizationTables()
      case 0xDD: try restart()
      case 0xC0, 0xC1: try startOfFrame(.sequential)
      case 0xC2: try startOfFrame(.progressive)
      case 0xE0...0xEF, 0xFE: try file.skip(try length())
      default: throw .damaged(.segment)
      }
      code = try nextMarker()
    }
  }

  private func byte() throws(DecodeEnd) -> UInt8 {
    guard let byte = try file.next() else { throw .damaged(.endsEarly) }
    return byte
  }

  private func word() throws(DecodeEnd) -> Int { Int(try byte()) << 8 | Int(try byte()) }

  /// The number of bytes after a segment's length field.
  private func length() throws(DecodeEnd) -> Int {
    let length = try word()
    guard length >= 2 else { throw .damaged(.segment) }
    return length - 2
  }

  private func nextMarker() throws(DecodeEnd) -> UInt8 {
    guard try byte() == 0xFF else { throw .damaged(.extraneous) }
    var byte = try byte()
    while byte == 0xFF { byte = try self.byte() }
    return byte
  }

  private func bytes(_ count: Int) throws(DecodeEnd) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(try byte()) }
    return bytes
  }

  /// Reads a DHT segment (ITU-T T.81, B.2.4.2).
  private mutating func huffmanTables() throws(DecodeEnd) {
    var left = try length()
    while left > 0 {
      let head = try byte()
      let counts = try bytes(16)
      let count = counts.reduce(0) { $0 + Int($1) }
      guard head & 0xEF < 4, count <= 256,
        let code = HuffmanCode(counts: counts, symbols: try bytes(count))
      else { throw .damaged(.segment) }
      if head < 4 { dc[Int(head)] = code } else { ac[Int(head & 3)] = code }
      left -= 17 + count
    }
    guard left == 0 else { throw .damaged(.segment) }
  }

  /// Reads a DQT segment (ITU-T T.81, B.2.4.1).
  private mutating func quantizationTables() throws(DecodeEnd) {
    var left = try length()
    while left > 0 {
      let head = try byte()
      guard head & 15 < 4, head >> 4 < 2 else { throw .damaged(.segment) }
      let isWide = head >> 4 == 1
      var table: [UInt16] = []
      for _ in 0..<64 { table.append(isWide ? UInt16(try word()) : UInt16(try byte())) }
      // No encoder uses larger steps: the largest coefficient is 1024 steps of 1.
      guard table.allSatisfy({ $0 <= Int16.max }) else { throw .damaged(.segment) }
      quantization[Int(head & 15)] = table
      left -= isWide ? 129 : 65
    }
    guard left == 0 else { throw .damaged(.segment) }
  }

  /// Reads a DRI segment (ITU-T T.81, B.2.4.4).
  private mutating func restart() throws(DecodeEnd) {
    guard try length() == 2 else { throw .damaged(.segment) }
    restartInterval = try word()
  }

  /// Reads an SOF segment (ITU-T T.81, B.2.2).
  private mutating func startOfFrame(_ process: Frame.Process) throws(DecodeEnd) {
    let length = try length()
    let precision = try byte()
    let (height, width, count) = (try word(), try word(), Int(try byte()))
    guard frame == nil, precision == 8, count == 1 || count == 3, length == 6 + 3 * count else {
      throw .damaged(.segment)
    }
    var components: [Frame.Component] = []
    for _ in 0..<count {
      let (id, sampling, table) = (try byte(), Int(try byte()), Int(try byte()))
      guard table < 4, !components.contains(where: { $0.id == id }) else { throw .damaged(.segment) }
      components.append(
        Frame.Component(id: id, horizontal: sampling >> 4, vertical: sampling & 15, table: table))
    }
    frame = Frame(process, width: width, height: height, components)
    if frame == nil { throw .damaged(.segment) }
  }

  /// Reads an SOS segment (ITU-T T.81, B.2.3).
  private func scan() throws(DecodeEnd) -> ScanHeader {
    guard let frame else { throw .damaged(.segment) }
    let length = try length()
    let count = Int(try byte())
    guard (1...frame.components.count).contains(count), length == 4 + 2 * count else {
      throw .damaged(.segment)
    }
    var parts: [ScanHeader.Part] = []
    for _ in 0..<count {
      let (id, tables) = (try byte(), Int(try byte()))
      // Components in the frame's order, each once.
      let first = parts.last.map { $0.component + 1 } ?? 0
      guard
        let place = frame.components.indices.dropFirst(first).first(where: { frame.components[$0].id == id }),
        tables >> 4 < 4, tables & 15 < 4
      else { throw .damaged(.segment) }
      parts.append(ScanHeader.Part(component: place, dcTable: tables >> 4, acTable: tables & 15))
    }
    let (first, last, bits) = (Int(try byte()), Int(try byte()), Int(try byte()))
    let blocks = parts.reduce(0) {
      $0 + frame.components[$1.component].horizontal * frame.components[$1.component].vertical
    }
    guard parts.count == 1 || blocks <= Self.mostBlocks, first <= last, last < 64 else {
      throw .damaged(.segment)
    }
    return ScanHeader(parts: parts, band: first...last, high: bits >> 4, low: bits & 15)
  }
}
