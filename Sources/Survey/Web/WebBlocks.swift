import ImageModel
import Synchronization
import System

/// The blocks of files on the web that were read last. All files of a job share their memory.
///
/// A block begins at the byte that a reader needs. A block close behind another one is twice as long, up to
/// ``longest``. So a reader of neighbours needs few requests, and one that skips over large members fetches little of
/// them. Behind a block of the full length, the next block is asked for ahead. So are large members that images need
/// soon.
final class WebBlocks: Sendable {
  /// The most bytes of a block.
  static let longest = 1 << 20
  private static let shortest = 64 << 10

  fileprivate final class Block: Sendable {
    let range: Range<Int>
    /// Nil until the bytes have come.
    let content = Monitor<Result<[UInt8], OpeningError>?>(nil)

    init(_ range: Range<Int>) { self.range = range }
  }

  fileprivate struct Place {
    let block: Block
    var isHere = false
    /// True until a reader takes bytes of it.
    var isAhead = false
    var lastUse: Int
  }

  fileprivate struct State {
    var places: [ObjectIdentifier: [Place]] = [:]
    /// The bytes of all blocks, with those that haven't come yet.
    var bytes = 0
    var uses = 0
  }

  private let most: Int
  private let state = Mutex(State())

  /// Keeps blocks of up to `most` bytes.
  init(most: Int = FixedLimits.Web.blockBytes) { self.most = most }

  /// The bytes of `range`, which lies in the file.
  func bytes(_ range: Range<Int>, of file: WebRanges) throws(OpeningError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var place = range.lowerBound
    while place < range.upperBound {
      let (block, new) = state.withLock { $0.block(with: place..<range.upperBound, of: file, most: most) }
      for block in new { begin(block, of: file) }
      let content = try block.content.wait { $0 }.get()
      let end = min(range.upperBound, block.range.upperBound)
      bytes += content[place - block.range.lowerBound..<end - block.range.lowerBound]
      place = end
    }
    return bytes
  }

  /// Asks for bytes that are needed soon. All bytes that were asked for so, and that no reader has taken, have half of the
  /// memory; others are left to their readers.
  func prefetch(_ range: Range<Int>, of file: WebRanges) {
    let block = state.withLock { $0.ahead(range, of: file, most: most) }
    if let block { begin(block, of: file) }
  }

  /// True if all bytes of `range` have come, or are asked for.
  func covers(_ range: Range<Int>, of file: WebRanges) -> Bool {
    state.withLock { $0.firstUnknown(of: range, in: file) == nil }
  }

  /// Adds the first bytes of a file, which have come already.
  func add(_ bytes: [UInt8], of file: WebRanges) {
    let block = Block(0..<bytes.count)
    block.content.with { $0 = .success(bytes) }
    state.withLock { state in
      state.add(block, of: file, most: most)
      state.end(block, of: file, isHere: true)
    }
  }

  private func begin(_ block: Block, of file: WebRanges) {
    file.fetch(block.range) { [self] content in
      // A block that didn't come is asked for anew by the next reader.
      let isHere = if case .success = content { true } else { false }
      state.withLock { $0.end(block, of: file, isHere: isHere) }
      block.content.with { $0 = content }
    }
  }
}

extension WebBlocks.State {
  /// The block with the first byte of `range`, and those that must be asked for.
  fileprivate mutating func block(
    with range: Range<Int>, of file: WebRanges, most: Int
  ) -> (WebBlocks.Block, new: [WebBlocks.Block]) {
    uses += 1
    var new: [WebBlocks.Block] = []
    let block: WebBlocks.Block
    let known = places[ObjectIdentifier(file)] ?? []
    if let index = index(of: range.lowerBound, in: known) {
      block = known[index].block
      places[ObjectIdentifier(file)]?[index].lastUse = uses
      places[ObjectIdentifier(file)]?[index].isAhead = false
    } else {
      block = WebBlocks.Block(extent(of: range, in: file))
      add(block, of: file, most: most)
      new.append(block)
    }
    let end = block.range.upperBound
    if block.range.count == WebBlocks.longest, end < file.identity.bytes,
      !known.contains(where: { $0.block.range.contains(end) })
    {
      let next = WebBlocks.Block(extent(of: end..<end + 1, in: file))
      add(next, of: file, most: most)
      new.append(next)
    }
    return (block, new)
  }

  /// The index of the longest of the blocks with the byte at `place`; nil if there is none.
  private func index(of place: Int, in known: [WebBlocks.Place]) -> Int? {
    known.indices.filter { known[$0].block.range.contains(place) }
      .max { known[$0].block.range.upperBound < known[$1].block.range.upperBound }
  }

  /// The first byte of `range` that hasn't come and isn't asked for; nil if there is none.
  fileprivate func firstUnknown(of range: Range<Int>, in file: WebRanges) -> Int? {
    let known = places[ObjectIdentifier(file)] ?? []
    var place = range.lowerBound
    while place < range.upperBound, let index = index(of: place, in: known) {
      place = known[index].block.range.upperBound
    }
    return place < range.upperBound ? place : nil
  }

  /// A new block with bytes of `range`, which a reader needs soon; nil if all have come, or if there is no room.
  fileprivate mutating func ahead(
    _ range: Range<Int>, of file: WebRanges, most: Int
  ) -> WebBlocks.Block? {
    let unused = places.values.joined().lazy.filter(\.isAhead).reduce(0) { $0 + $1.block.range.count }
    guard range.count <= most / 2 - unused, let start = firstUnknown(of: range, in: file) else { return nil }
    uses += 1
    let isLarge = range.count > WebBlocks.longest
    let block = WebBlocks.Block(isLarge ? range : extent(of: start..<range.upperBound, in: file))
    add(block, of: file, most: most, isAhead: true)
    return block
  }

  /// The extent of a new block that begins as `range` does. It ends where another block begins.
  private func extent(of range: Range<Int>, in file: WebRanges) -> Range<Int> {
    let (start, size) = (range.lowerBound, file.identity.bytes)
    let others = (places[ObjectIdentifier(file)] ?? []).map(\.block.range)
    let near = others.filter { $0.upperBound <= start && start - $0.upperBound <= $0.count }.map(\.count)
      .max()
    let length = min(max(near.map { 2 * $0 } ?? 0, WebBlocks.shortest, range.count), WebBlocks.longest)
    // A server may name any size.
    var end = start + min(length, size - start)
    // The rest of the file isn't worth a request of its own.
    if size - end < WebBlocks.shortest { end = size }
    return start..<(others.map(\.lowerBound).filter { $0 > start && $0 < end }.min() ?? end)
  }

  /// Adds a block. The blocks that were used longest ago make room for it.
  fileprivate mutating func add(
    _ block: WebBlocks.Block, of file: WebRanges, most: Int, isAhead: Bool = false
  ) {
    while bytes + block.range.count > most, let oldest { remove(oldest.block, of: oldest.file) }
    bytes += block.range.count
    places[ObjectIdentifier(file), default: []].append(
      WebBlocks.Place(block: block, isAhead: isAhead, lastUse: uses))
  }

  /// Notes that a block has come, or removes it.
  fileprivate mutating func end(_ block: WebBlocks.Block, of file: WebRanges, isHere: Bool) {
    let file = ObjectIdentifier(file)
    guard isHere else { return remove(block, of: file) }
    if let index = places[file]?.firstIndex(where: { $0.block === block }) {
      places[file]?[index].isHere = true
    }
  }

  private var oldest: (file: ObjectIdentifier, block: WebBlocks.Block)? {
    let all = places.lazy.flatMap { file, places in
      places.lazy.filter(\.isHere).map { (file, $0) }
    }
    return all.min { $0.1.lastUse < $1.1.lastUse }.map { ($0.0, $0.1.block) }
  }

  private mutating func remove(_ block: WebBlocks.Block, of file: ObjectIdentifier) {
    guard let index = places[file]?.firstIndex(where: { $0.block === block }) else { return }
    places[file]?.remove(at: index)
    bytes -= block.range.count
  }
}
