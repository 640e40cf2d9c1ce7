extension MemoryFile {
  /// What compressed data leads to.
  package enum Inflated: Sendable {
    /// A sealed file of so many bytes.
    case file(MemoryFile, bytes: Int)
    /// The data is cut, damaged or wrapped in another way.
    case damaged
    /// The file is larger than allowed.
    case large
  }

  /// Inflates the file's first `count` bytes into a file of at most `most` bytes. A gzip file may have several members
  /// (RFC 1952, section 2.2). Bytes behind the end of the data don't count. A file of more bytes than
  /// ``FixedLimits/Web/freelyInflatedBytes`` may have at most `ratio` times the bytes that are taken.
  package func inflated(
    _ count: Int, _ wrapping: InflatingStream.Wrapping, within most: Int, ratio: Int = .max
  ) throws(SystemError) -> Inflated {
    let stream = try InflatingStream(wrapping)
    let file = try MemoryFile(most: most)
    var (taken, made, isOver) = (0, 0, false)
    while true {
      if stream.left == 0 {
        let packed = try bytes(min(InflatingStream.step, count - taken), at: taken)
        stream.give(packed)
        taken += packed.count
        isOver = packed.isEmpty
      }
      let (piece, state) = stream.next()
      if piece.count > most - made || Self.isBomb(made + piece.count, from: taken, ratio) { return .large }
      try file.write(piece, at: made)
      made += piece.count
      switch state {
      case .goesOn: if isOver && piece.isEmpty { return .damaged }
      case .damaged: return .damaged
      case .ended:
        let place = taken - stream.left
        let isMember = wrapping == .gzip && count - place >= 2
        guard isMember, try bytes(2, at: place) == Array(Inflation.gzipMagic.prefix(2)) else {
          try file.seal(made)
          return .file(file, bytes: made)
        }
        stream.beginAnew()
      }
    }
  }

  private static func isBomb(_ made: Int, from taken: Int, _ ratio: Int) -> Bool {
    made > FixedLimits.Web.freelyInflatedBytes && made / ratio > taken
  }
}
