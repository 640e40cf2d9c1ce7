import ImageModel
import Imaging
import Net
import System

/// The way to the header of one URL, step by step. The caller runs the steps and waits for replies.
struct WebReading {
  enum Step<Value> {
    /// Make this request, and call ``accept(_:)`` with its reply.
    case get(WebRequest)
    /// Wait for so many bytes of room, and call ``grant(_:)``.
    case wait(Int)
    case end(Result<Value, SourceRefusal>)
  }

  private(set) var pieces: WebPieces
  /// The bytes of room that were granted.
  private(set) var room = 0
  let address: WebAddress
  private let largest: Int
  private var fault: WebPieces.Fault?
  /// True if the file has changed between two requests, and is read anew.
  private var isSecond = false

  /// The most bytes that are kept of each of many sources whose headers are read at once. Few headers need more.
  private static let usual = 1 << 20

  init(_ address: WebAddress, largest: Int) {
    (self.address, self.largest) = (address, largest)
    pieces = WebPieces(address, most: min(Self.usual, largest), largest: largest)
  }

  /// The next step. `body` gets the bytes that are known. It is called again with more bytes until these suffice.
  mutating func next<Value>(_ body: (SurveyedSource) throws(SourceRefusal) -> Value) -> Step<Value> {
    while true {
      let result: Result<Value, SourceRefusal>
      switch fault {
      case .image(let error): result = .failure(SourceRefusal(error.finding))
      case .large(let size) where room == 0: return .wait(min(max(size ?? largest, Self.usual), largest))
      // The file has grown since it got room.
      case .large: result = .failure(SourceRefusal(.sourceChanged))
      case nil:
        if let request = pieces.request { return .get(request) }
        result = Result { () throws(SourceRefusal) in try pieces.withSource(body) }
        if let wanted = pieces.wanted {
          do throws(WebPieces.Fault) { try pieces.ask(for: wanted) } catch { fault = error }
          continue
        }
      }
      guard case .failure(let refusal) = result, refusal.finding.code == .sourceChanged, !isSecond else {
        return .end(result)
      }
      isSecond = true
      begin(most: max(room, min(Self.usual, largest)))
    }
  }

  /// Takes the reply to a request, or the reason why it wasn't made.
  mutating func accept(_ reply: Result<WebReply, ImageError>) {
    do throws(WebPieces.Fault) {
      try pieces.accept(try reply.mapError { WebPieces.Fault.image($0) }.get())
    } catch { fault = error }
  }

  /// Takes so many bytes of room, and begins anew with them.
  mutating func grant(_ bytes: Int) {
    room = bytes
    begin(most: bytes)
  }

  private mutating func begin(most: Int) {
    fault = nil
    pieces = WebPieces(address, most: most, largest: largest)
  }
}
