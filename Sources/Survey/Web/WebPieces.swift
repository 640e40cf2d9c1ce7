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

  /// The part of the file that a reply brings.
  private enum Stage: Equatable {
    case first
    /// The whole file, because ranges are of no use.
    case whole
    /// The whole file, because only its content tells the version.
    case content
    /// The bytes from this place on.
    case more(Int)
  }

  /// The next request; nil if a reader can look at the bytes.
  private(set) var request: WebRequest?
  /// The version of the file. Before its first bytes are known, that of an empty file.
  private(set) var version = WebVersion(HeaderFields(), bytes: 0)
  private let address: WebAddress
  private var stage = Stage.first
  private var bytes = RangedBytes(size: 0)
  /// The whole file; nil while only pieces came.
  private var whole: MemoryFile?
  /// The most bytes that are kept, and the largest file.
  private let most, largest: Int
  private var count = 1

  /// The lengths of the first pieces. The piece after these is the rest of the file.
  private static let lengths = [64 << 10, 64 << 10, 256 << 10, 1 << 20]
  /// A file up to this size comes in two requests.
  private static let small = 128 << 10

  /// Begins with the first piece. A server may give the whole file in its place, if that has up to `most` bytes. A file
  /// of more than `largest` bytes is refused.
  init(_ address: WebAddress, most: Int, largest: Int) {
    (self.address, self.most, self.largest) = (address, most, largest)
    ask(for: 0..<Self.lengths[0], .first)
  }

  private mutating func ask(for range: Range<Int>?, _ stage: Stage) {
    self.stage = stage
    var request = WebRequest(address, most: WebReply.encodedBytes(of: most))
    request.range = range
    if let condition = version.condition { request.headers.append(condition.name, condition.value) }
    request.objectVersion = version.object
    self.request = request
  }

  /// Takes the reply to ``request``. Throws `max_file` for a file that is too large, and `source_changed` if the URL
  /// gives another version than before.
  mutating func accept(_ reply: WebReply) throws(Fault) {
    request = nil
    let reply = reply.decoded(most: most)
    switch stage {
    case .first where reply.lacksRange: ask(for: nil, .whole)
    case .first, .whole, .content: try begin(reply)
    case .more(let place): try add(reply, at: place)
    }
  }

  private mutating func begin(_ reply: WebReply) throws(Fault) {
    // The version of a file that is too large is known too.
    if let size = reply.size { version = WebVersion(reply.headers, bytes: size) }
    try Self.check(reply, most: most, largest: largest)
    var version = WebVersion(reply.headers, bytes: reply.size ?? reply.bytes)
    if version.isUnnamed {
      if let size = reply.size, reply.bytes < size, stage != .content {
        guard size <= most else { throw .large(size) }
        return ask(for: nil, .content)
      }
      version = WebVersion(bytes: reply.size ?? reply.bytes, sha256: try Self.sha256(reply))
    }
    self.version = version
    bytes = RangedBytes(size: version.version.bytes)
    try keep(reply, at: 0)
  }

  private mutating func add(_ reply: WebReply, at place: Int) throws(Fault) {
    if reply.outcome == .status(412) || reply.outcome == .status(416) {
      throw .image(ImageError(.sourceChanged))
    }
    try Self.check(reply, most: most, largest: .max)
    let isPart = reply.outcome == .status(206)
    guard WebVersion(reply.headers, bytes: reply.size ?? (isPart ? bytes.size : reply.bytes)) == version
    else {
      throw .image(ImageError(.sourceChanged))
    }
    try keep(reply, at: place)
  }

  /// Keeps the body of a reply: the whole file, or its bytes from `place` on.
  private mutating func keep(_ reply: WebReply, at place: Int) throws(Fault) {
    if reply.outcome == .status(200) {
      whole = reply.body
    } else if reply.size != 0 {
      do throws(ImageError) { bytes.add(try reply.content(), at: place) } catch { throw .image(error) }
    }
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
    var source = SurveyedSource(version: version.version, bytes: known, heldBytes: version.version.bytes)
    if address.scheme == .s3 { source.objectVersion = version.object }
    return try body(source)
  }

  /// The bytes of the file; nil if they didn't all come.
  private var content: [UInt8]? {
    if let whole { return try? whole.bytes(version.version.bytes) }
    return bytes.whole
  }

  /// Keeps the file in a cache if it came whole.
  func keep(_ name: String, in cache: ContentCache) {
    guard !cache.has(name, version.version), let file = whole ?? content.flatMap({ try? MemoryFile($0) }),
      let copy = try? file.duplicate()
    else { return }
    cache.keep(name, version.version, copy)
  }

  /// Keeps the file for the run that follows if it came whole and has room.
  func keep(_ name: String, in kept: KeptPictures) {
    guard kept.hasRoom(for: version.version.bytes), let content else { return }
    kept.add(name, version.version, content)
  }

  /// Makes the next request one for bytes that a reader needed, and for some after them.
  mutating func ask(for wanted: Range<Int>) throws(Fault) {
    let size = bytes.size
    let length = count < Self.lengths.count && size > Self.small ? Self.lengths[count] : size
    var end = min(max(wanted.upperBound, wanted.lowerBound + length), size)
    if size - end < Self.lengths[0] { end = size }
    if min(bytes.count + end - wanted.lowerBound, size) > most { throw .large(size) }
    count += 1
    ask(for: wanted.lowerBound..<end, .more(wanted.lowerBound))
  }
}

extension WebReply {
  /// Throws the finding for a reply without the bytes of a picture. `most` is the largest body.
  func check(most: Int) throws(ImageError) {
    switch outcome {
    case .status(200), .status(206): break
    case .status(let status): throw ImageError(Finding(status: status, detail: detail))
    case .trouble(let trouble): throw ImageError(Finding(trouble, detail: detail, most: most))
    }
    if isEncoded {
      throw ImageError(
        .httpEncoding, "its server encodes the picture once more, in a way that upright can't undo")
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
    case .trouble(.largeBody): isEncoded ? nil : headers["content-length"].flatMap { Int($0) }
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
}
