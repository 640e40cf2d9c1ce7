import ImageModel
import Imaging
import Net
import Remote
import Synchronization
import System

/// One version of a file on the web, which is read by ranges.
final class WebRanges: Sendable {
  /// The most bytes that are read by blocks, which neighbours share. The pages of a Parquet file have a megabyte or more.
  private static let mostInBlocks = 8 * WebBlocks.longest
  /// Room for a reply that is longer than its range. Such a reply is asked for again.
  static let spareBytes = 64 << 10

  let identity: FileIdentity
  private let name: String
  private let address: WebAddress
  private let version: WebVersion
  private let web: WebSources
  private let blocks: WebBlocks
  private let lastFault = Mutex<OpeningError?>(nil)

  init(
    _ name: String, _ address: WebAddress, _ version: WebVersion, _ web: WebSources, _ blocks: WebBlocks
  ) {
    (self.name, self.address, self.version, self.web, self.blocks) = (name, address, version, web, blocks)
    identity = version.identity
  }

  /// Why the last read failed; nil if none has failed.
  var fault: OpeningError? { lastFault.withLock { $0 } }

  /// Up to `count` bytes from `offset` on; fewer at the end of the file. Throws `source_changed` if the server has
  /// another version.
  func bytes(_ count: Int, at offset: Int) throws(OpeningError) -> [UInt8] {
    let range = range(count, offset)
    return try waiting { () throws(OpeningError) in
      if range.count <= Self.mostInBlocks || blocks.covers(range, of: self) {
        return try blocks.bytes(range, of: self)
      }
      return try content(web.transport.get(request(range)), range)
    }
  }

  /// A sealed file in memory with `count` bytes from `offset` on. Throws as ``bytes(_:at:)`` does, and
  /// `source_changed` if the file has fewer bytes.
  func contents(_ count: Int, at offset: Int) throws(OpeningError) -> MemoryFile {
    let range = range(count, offset)
    if range.count > WebBlocks.longest, range.count == count, !blocks.covers(range, of: self),
      let file = try waiting({ () throws(OpeningError) in try body(web.transport.get(request(range)), range) }
      )
    {
      return file
    }
    let bytes = try bytes(count, at: offset)
    guard bytes.count == count else { throw .source(.sourceChanged) }
    do throws(SystemError) { return try MemoryFile(bytes) } catch { throw OpeningError(reading: error) }
  }

  /// Asks for bytes that are needed soon, if there is room for them, and doesn't wait for them.
  func prefetch(_ count: Int, at offset: Int) { blocks.prefetch(range(count, offset), of: self) }

  /// Asks for the bytes of `range`. `then` is called once.
  func fetch(_ range: Range<Int>, then: @escaping @Sendable (Result<[UInt8], OpeningError>) -> Void) {
    web.transport.get(request(range)) { [self] reply in
      then(Result { () throws(OpeningError) in try content(reply, range) })
    }
  }

  private func range(_ count: Int, _ offset: Int) -> Range<Int> {
    let start = min(max(offset, 0), identity.bytes)
    return start..<start + min(max(count, 0), identity.bytes - start)
  }

  private func content(_ reply: WebReply, _ range: Range<Int>) throws(OpeningError) -> [UInt8] {
    try check(reply, range)
    do throws(ImageError) { return try reply.content() } catch { throw .source(error.finding) }
  }

  private func body(_ reply: WebReply, _ range: Range<Int>) throws(OpeningError) -> MemoryFile? {
    try check(reply, range)
    return reply.body
  }

  private func request(_ range: Range<Int>) -> WebRequest {
    var request = WebRequest(address, most: range.count + Self.spareBytes)
    request.range = range
    if let condition = version.condition { request.headers.append(condition.name, condition.value) }
    return request
  }

  /// Throws if a reply doesn't have the bytes of `range` of this version.
  private func check(_ reply: WebReply, _ range: Range<Int>) throws(OpeningError) {
    if WebAddress.isObject(name) { try ObjectStore.check(reply, to: name) }
    switch reply.outcome {
    case .status(412), .status(416): throw .source(.sourceChanged)
    case .status(206):
      // A reply of a part may lack the size. The version then differs by its tag or its time.
      guard WebVersion(reply.headers, bytes: reply.size ?? identity.bytes).identity == identity else {
        throw .source(.sourceChanged)
      }
      if reply.isEncoded || reply.bytes != range.count { throw .source(.noRanges) }
    case .status(200), .trouble(.largeBody): throw .source(.noRanges)
    default:
      do throws(ImageError) { try reply.check(most: range.count) } catch { throw .source(error.finding) }
    }
  }

  /// Counts the time that `body` takes as time of waiting, and notes its error.
  private func waiting<Value>(_ body: () throws(OpeningError) -> Value) throws(OpeningError) -> Value {
    let start = MonotonicClock.now()
    defer { web.noteWait(MonotonicClock.now() - start) }
    do throws(OpeningError) { return try body() } catch {
      lastFault.withLock { $0 = error }
      throw error
    }
  }
}

extension ObjectStore {
  /// Throws if a reply to a request for the object `name` says that no other object can be fetched.
  static func check(_ reply: WebReply, to name: String) throws(OpeningError) {
    if concernsAll(reply) {
      throw .all(Halt(.later, "'\(name)' can't be fetched, and no other object can: \(reply.detail)"))
    }
  }
}
