import ImageModel
import Imaging
import Net
import System

/// The pieces of one version of a URL's file, as far as its header needs them, or the whole file.
struct WebPieces {
  /// Why no further piece comes.
  enum Fault: Error {
    case image(ImageError)
    /// More bytes are needed than may be kept: so many, as far as the server says.
    case large(Int?)
  }

  let version: WebVersion
  private let address: WebAddress
  private let bytes: RangedBytes
  /// The whole file; nil while only pieces came.
  private var whole: MemoryFile?
  /// The most bytes that are kept.
  private let most: Int
  private var requests = 1

  /// The lengths of the first pieces. The piece after these is the rest of the file.
  private static let lengths = [64 << 10, 64 << 10, 256 << 10, 1 << 20]
  /// A file up to this size comes in two requests.
  private static let small = 128 << 10

  /// Asks for the first piece. A server may give the whole file in its place, if that has up to `most` bytes. Throws
  /// `max_file` for a file of more than `largest` bytes.
  init(_ address: WebAddress, _ client: WebManners, most: Int, largest: Int) throws(Fault) {
    (self.address, self.most) = (address, most)
    var request = WebRequest(address, most: most)
    request.range = 0..<Self.lengths[0]
    var reply = try Self.reply(request, client)
    if reply.lacksRange {
      request.range = nil
      reply = try Self.reply(request, client)
    }
    try Self.check(reply, most: most, largest: largest)
    var version = WebVersion(reply.headers, bytes: reply.size ?? reply.bytes)
    if version.isUnnamed {
      // Only the whole content tells the version.
      if let size = reply.size, reply.bytes < size {
        guard size <= most else { throw .large(size) }
        request.range = nil
        reply = try Self.reply(request, client)
        try Self.check(reply, most: most, largest: largest)
      }
      version = WebVersion(bytes: reply.size ?? reply.bytes, sha256: try Self.sha256(reply))
    }
    self.version = version
    bytes = RangedBytes(size: version.version.bytes)
    try add(reply, at: 0)
  }

  /// Adds the body of a reply: the whole file, or its bytes from `offset` on.
  private mutating func add(_ reply: WebReply, at offset: Int) throws(Fault) {
    if reply.outcome == .status(200) {
      whole = reply.body
    } else if reply.size != 0 {
      do throws(ImageError) { bytes.add(try reply.content(), at: offset) } catch { throw .image(error) }
    }
  }

  private static func reply(_ request: WebRequest, _ client: WebManners) throws(Fault) -> WebReply {
    do throws(ImageError) { return try client.get(request) } catch { throw .image(error) }
  }

  /// Throws if the reply doesn't have the bytes that were asked for.
  private static func check(_ reply: WebReply, most: Int, largest: Int) throws(Fault) {
    if let size = reply.size, size > largest { throw .image(ImageError(.tooLarge(size, limit: largest))) }
    if reply.outcome == .trouble(.largeBody), most < largest { throw .large(reply.size) }
    if reply.outcome == .status(416), reply.size == 0 { return }
    do throws(ImageError) { try reply.check(most: most) } catch { throw .image(error) }
  }

  /// The hash of a whole file.
  private static func sha256(_ reply: WebReply) throws(Fault) -> String {
    guard let body = reply.body, reply.size != 0 else { return SHA256.digest(of: []) }
    do throws(SystemError) { return try body.duplicate().sha256() } catch {
      throw .image(ImageError(.ioError(error.code)))
    }
  }

  /// The bytes that a reader needed and that aren't known; nil if all were known.
  var wanted: Range<Int>? { whole == nil ? bytes.wanted : nil }

  /// Calls `body` with the known bytes.
  func withSource<Value>(
    _ body: (SurveyedSource) throws(SourceRefusal) -> Value
  ) throws(SourceRefusal) -> Value {
    let known: ByteSource
    do throws(ImageError) {
      known = if let number = whole?.number { try ByteSource(descriptor: number) } else { ByteSource(bytes) }
    } catch { throw SourceRefusal(error.finding) }
    return try body(
      SurveyedSource(version: version.version, bytes: known, heldBytes: version.version.bytes))
  }

  /// Keeps the file in a cache if it came as a whole.
  func keep(_ name: String, in cache: ContentCache) {
    guard let whole, !cache.has(name, version.version) else { return }
    // A file that can't be kept is fetched once more.
    do throws(SystemError) { try cache.keep(name, version.version, whole.duplicate()) } catch {}
  }

  /// Asks for the bytes that a reader needed, and for some after them. Throws `source_changed` if the URL gives another
  /// version now.
  mutating func fetch(_ wanted: Range<Int>, _ client: WebManners) throws(Fault) {
    let size = version.version.bytes
    let length = requests < Self.lengths.count && size > Self.small ? Self.lengths[requests] : size
    var end = min(max(wanted.upperBound, wanted.lowerBound + length), size)
    if size - end < Self.lengths[0] { end = size }
    if min(bytes.count + end - wanted.lowerBound, size) > most { throw .large(size) }
    requests += 1
    var request = WebRequest(address, most: most)
    request.range = wanted.lowerBound..<end
    if let condition = version.condition { request.headers.append(condition.name, condition.value) }
    let reply = try Self.reply(request, client)
    if reply.outcome == .status(412) || reply.outcome == .status(416) {
      throw .image(ImageError(.sourceChanged))
    }
    try Self.check(reply, most: most, largest: .max)
    let isPart = reply.outcome == .status(206)
    guard WebVersion(reply.headers, bytes: reply.size ?? (isPart ? size : reply.bytes)) == version else {
      throw .image(ImageError(.sourceChanged))
    }
    try add(reply, at: wanted.lowerBound)
  }
}

extension WebReply {
  /// Throws the finding for a reply without the bytes of a picture. `most` is the largest body.
  func check(most: Int) throws(ImageError) {
    switch outcome {
    case .status(200), .status(206): break
    case .status(let status): throw ImageError(Finding(status: status))
    case .trouble(let trouble): throw ImageError(Finding(trouble, detail: detail, most: most))
    }
    if isEncoded {
      throw ImageError(
        .httpEncoding, "its server encodes the picture once more, though upright asked it not to")
    }
  }

  /// The bytes of the body.
  func content() throws(ImageError) -> [UInt8] {
    do throws(SystemError) { return try body?.bytes(bytes) ?? [] } catch {
      throw ImageError(.ioError(error.code))
    }
  }

  /// The size of the whole file, if the server names it.
  var size: Int? {
    switch outcome {
    case .status(206), .status(416): headers["content-range"].flatMap { ContentRange($0)?.size }
    case .status(200): bytes
    case .trouble(.largeBody): headers["content-length"].flatMap { Int($0) }
    default: nil
    }
  }

  /// True if a server gives no useful range, and may give the whole file.
  fileprivate var lacksRange: Bool {
    switch outcome {
    case .status(206): isEncoded || size == nil
    case .status(200): isEncoded
    case .trouble(.wrongLength): true
    default: false
    }
  }

  /// True if the body isn't the file itself (RFC 9110, section 8.4).
  var isEncoded: Bool {
    headers.values(of: "content-encoding").contains { $0.lowercased() != "identity" && !$0.isEmpty }
  }
}
