import System

/// Reads the headers of a tar from front to back: V7, ustar, pax, and GNU's with long names and large numbers. The
/// bytes that it wants lie always further on.
///
/// The first block of zeros ends the archive. A member is an event when its bytes are known to be there, so at the
/// header of the next one.
package struct TarScan: ArchiveScan {
  private let limits: ArchiveLimits
  private var step = Step.header
  /// Where the wanted bytes begin.
  private var place: UInt64 = 0
  /// The headers before a member.
  private var before = TarPrelude()
  private var global = PaxFacts()
  /// The last member, and the end of its data.
  private var last: (event: ArchiveEvent?, end: UInt64)?
  private var ready = FIFO<ArchiveEvent>()
  private var register = NameRegister()
  private var members = 0
  private var nameBytes = 0

  private enum Step {
    case header
    /// The content of a header that describes the next member, or all later ones.
    case content(TarHeader.Kind, bytes: UInt64)
    /// A further block of the map of a sparse file. `data` is the size of the data behind the map.
    case map(data: UInt64)
    case over
  }

  package init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

  private static let block = UInt64(TarHeader.block)
  /// The largest offset. So no sum of offsets and sizes overflows.
  private static let mostBytes: UInt64 = 1 << 62

  /// The bytes that may follow the current place.
  private var room: UInt64 { place < Self.mostBytes ? Self.mostBytes - place : 0 }

  package var wanted: Range<UInt64>? {
    switch step {
    case .header, .map: place..<place + Self.block
    case .content(_, let bytes): place..<place + bytes
    case .over: nil
    }
  }

  package mutating func next() -> ArchiveEvent? { ready.popFirst() }

  package mutating func take(_ bytes: ArraySlice<UInt8>) throws(ArchiveFault) {
    guard let wanted else { return }
    if bytes.count < wanted.count {
      if place == 0, let packer = ArchiveFault.Packer(bytes) {
        step = .over
        throw ArchiveFault(.compressed(packer), at: 0)
      }
      return try end(at: wanted.lowerBound + UInt64(bytes.count))
    }
    let bytes = bytes.prefix(wanted.count)
    do throws(ArchiveFault) {
      switch step {
      case .header: try takeHeader(bytes)
      case .content(let kind, let count): try takeContent(bytes, kind, count)
      case .map(let data): try takeMap(bytes, data)
      case .over: break
      }
    } catch {
      step = .over
      throw error
    }
  }

  package mutating func end(at size: UInt64) throws(ArchiveFault) {
    if case .over = step { return }
    step = .over
    if let last, last.end > size { throw ArchiveFault(.cut(before: last.end), at: size) }
    announceLast()
    if before.start != nil || size > place {
      throw ArchiveFault(.cut(before: place + Self.block), at: size)
    }
    throw ArchiveFault(.unended, at: size)
  }

  private mutating func takeHeader(_ block: ArraySlice<UInt8>) throws(ArchiveFault) {
    announceLast()
    if block.isZero {
      if before.start != nil { throw ArchiveFault(.damaged(.orphan), at: place) }
      step = .over
      return
    }
    guard let header = TarHeader(block) else { throw Self.noHeader(block, at: place) }
    let start = before.start ?? place
    switch header.kind {
    case .pax, .longName, .longTarget:
      let size = try sized(header.size)
      let total = place - start + Self.block + size
      if total > UInt64(clamping: limits.headerBytes) { throw ArchiveFault(.limit(.headerBytes), at: start) }
      before.start = start
      place += Self.block
      if size == 0 { return try takeContent([], header.kind, 0) }
      step = .content(header.kind, bytes: size)
    default: try takeMember(header, from: start)
    }
  }

  private mutating func takeContent(
    _ bytes: ArraySlice<UInt8>, _ kind: TarHeader.Kind, _ count: UInt64
  ) throws(ArchiveFault) {
    switch kind {
    case .pax(let isGlobal):
      let isList = isGlobal ? global.add(bytes) : before.pax.add(bytes)
      if !isGlobal { before.hasPax = true }
      if !isList { throw ArchiveFault(.damaged(.record), at: place) }
      // A global header describes no member, so a member may begin behind it.
      if isGlobal && before.isEmpty { before.start = nil }
    case .longName: before.longName = Array(bytes.prefix { $0 != 0 })
    default: before.hasTarget = true
    }
    place += Self.padded(count)
    step = .header
  }

  private mutating func takeMap(_ block: ArraySlice<UInt8>, _ data: UInt64) throws(ArchiveFault) {
    place += Self.block
    if block.number(at: 504, UInt8.self) == 0 { try skip(data) } else { last?.end = place + Self.block }
  }

  private mutating func takeMember(_ header: TarHeader, from start: UInt64) throws(ArchiveFault) {
    let facts = before.pax.over(global)
    let stated = if let size = facts.size, !size.isEmpty { TarNumber.decimal(size) } else { header.size }
    let size = header.hasData ? try sized(stated) : 0
    let name = before.name(header, facts)
    let place = MemberPlace(
      header: start, offset: place + Self.block, packed: size, size: size, method: .stored, checksum: nil)
    let event = try event(header.kind, name[...], place, facts)
    before = TarPrelude()
    self.place += Self.block
    last = (event, self.place)
    if case .sparse(true) = header.kind {
      last?.end += Self.block
      step = .map(data: size)
    } else {
      try skip(size)
    }
  }

  /// Goes on behind the data of the last member, which begins at the current place.
  private mutating func skip(_ size: UInt64) throws(ArchiveFault) {
    if size > room { throw ArchiveFault(.damaged(.size), at: place) }
    last?.end = place + size
    place += Self.padded(size)
    step = .header
  }

  private mutating func event(
    _ kind: TarHeader.Kind, _ name: ArraySlice<UInt8>, _ place: MemberPlace, _ facts: PaxFacts
  ) throws(ArchiveFault) -> ArchiveEvent? {
    if kind == .folder || kind == .dump || kind == .label || kind == .file && name.last == UInt8(ascii: "/") {
      return nil
    }
    members += 1
    if members > limits.members { throw ArchiveFault(.limit(.members), at: place.header) }
    let reading = MemberName.read(name)
    let fault = Self.fault(kind, facts)
    let event: ArchiveEvent =
      switch reading {
      case .fault(let other, let shown): .skipped(name: shown, fault ?? .name(other))
      case .name(let name):
        if let fault {
          .skipped(name: name, fault)
        } else if place.size > limits.memberBytes {
          .skipped(name: name, .tooLarge(place.size))
        } else {
          .member(ArchiveMember(name: name, place: place))
        }
      }
    nameBytes += event.name.utf8.count
    if nameBytes > limits.nameBytes { throw ArchiveFault(.limit(.nameBytes), at: place.header) }
    return register.insert(event.name) ? event : .skipped(name: event.name, .repeated)
  }

  private mutating func announceLast() {
    if let event = last?.event { ready.append(event) }
    last = nil
  }

  private func sized(_ size: UInt64?) throws(ArchiveFault) -> UInt64 {
    guard let size, size <= room else { throw ArchiveFault(.damaged(.size), at: place) }
    return size
  }

  private static func fault(_ kind: TarHeader.Kind, _ facts: PaxFacts) -> MemberFault? {
    switch kind {
    case .link: .link
    case .device: .device
    case .sparse: .sparse
    case .encrypted: .encrypted
    case .unknown(let letter): .kind(letter)
    default: facts.isSparse ? .sparse : nil
    }
  }

  private static func noHeader(_ block: ArraySlice<UInt8>, at place: UInt64) -> ArchiveFault {
    if place > 0 { return ArchiveFault(.damaged(.checksum), at: place) }
    if let packer = ArchiveFault.Packer(block) { return ArchiveFault(.compressed(packer), at: 0) }
    return ArchiveFault(.noTar, at: 0)
  }

  private static func padded(_ size: UInt64) -> UInt64 { (size + block - 1) / block * block }
}
