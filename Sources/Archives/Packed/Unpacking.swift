import System

/// The work of ``UnpackedBytes``, which one thread does at a time.
struct Unpacking {
  private var input: PackedInput
  private let unpacker: any Unpacker
  private let recent: RecentBytes
  private let packer: ArchiveFault.Packer
  private let most: UInt64
  private(set) var points: RestartPoints
  /// The end of the unpacked data, and the fault that ends it; nil while the end isn't known.
  private var end: (offset: UInt64, fault: ArchiveFault?)?
  /// The number of bytes that were unpacked, with those that were unpacked again.
  private(set) var work: UInt64 = 0
  /// The number of bytes, from the first one on, that are known to be there.
  private(set) var reach: UInt64 = 0

  init(
    _ file: any PackedFile, _ packer: ArchiveFault.Packer, window: Int, most: UInt64, distance: UInt64
  ) throws(SystemError) {
    (self.packer, self.most) = (packer, most)
    points = RestartPoints(distance: distance)
    input = PackedInput(file)
    unpacker = try packer.unpacker()
    recent = RecentBytes(window: window)
    try unpacker.findStarts(&input, &points)
  }

  /// Takes what an earlier reader of the file found.
  mutating func resume(_ points: RestartPoints, size: UInt64?) {
    self.points = points
    if let size, size <= most { (end, reach) = ((size, nil), size) }
  }

  var size: UInt64? { end.flatMap { $0.fault == nil ? $0.offset : nil } }

  mutating func read(_ range: Range<UInt64>) throws(UnpackFault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(min(range.upperBound - range.lowerBound, UInt64(FixedLimits.Archive.window))))
    var place = range.lowerBound
    while place < range.upperBound {
      if let end {
        if let fault = end.fault, range.upperBound > end.offset { throw .archive(fault) }
        if place >= end.offset { break }
      }
      goTo(place)
      if place < recent.end {
        let upper = min(range.upperBound, recent.end, end?.offset ?? .max)
        recent.append(place..<upper, to: &bytes)
        place = upper
      } else {
        do throws(SystemError) { try advance() } catch { throw .file(error) }
      }
    }
    return bytes
  }

  /// Restarts where that unpacks fewer bytes than to go on, or where bytes before the kept ones are wanted.
  private mutating func goTo(_ place: UInt64) {
    let point = points.last(to: place)
    if place < recent.start {
      restart(at: point)
    } else if let point, point.unpacked >= recent.end, point.unpacked - recent.end >= points.distance {
      restart(at: point)
    }
  }

  private mutating func restart(at point: RestartPoints.Point?) {
    var point = point
    if !unpacker.begin(point?.state ?? []) {
      // Points of another file under a right checksum.
      (points, point) = (RestartPoints(distance: points.distance), nil)
      _ = unpacker.begin([])
    }
    input.seek(to: point?.packed ?? 0)
    recent.clear(at: point?.unpacked ?? 0)
  }

  /// Unpacks the next piece, and notes the end of the data or a restart point behind it.
  private mutating func advance() throws(SystemError) {
    let step = try unpacker.unpack(&input, to: recent.room())
    recent.add(step.count)
    work += UInt64(step.count)
    let (packed, unpacked) = (input.offset, recent.end)
    reach = max(reach, min(unpacked, most))
    if unpacked > most {
      end = (most, ArchiveFault(.unpackedBytes(most), at: packed))
    } else if packer.isBomb(unpacked, from: packed) {
      end = (unpacked, ArchiveFault(.unpacking(.ratio), at: packed))
    } else if let found = step.end {
      end = (unpacked, Self.fault(found, at: packed))
    } else if points.hasRoom(at: unpacked), let state = unpacker.state() {
      points.append(RestartPoints.Point(packed: packed, unpacked: unpacked, state: state))
    }
  }

  private static func fault(_ end: UnpackStep.End, at offset: UInt64) -> ArchiveFault? {
    switch end {
    case .whole: nil
    case .cut: ArchiveFault(.cut(before: offset + 1), at: offset)
    case .fault(let kind): ArchiveFault(kind, at: offset)
    }
  }
}
