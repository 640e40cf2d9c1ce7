import CExpat
import System

/// Reads the text of elements in XML files.
enum XMLText {
  /// Calls `each` at the end of each element. `path` has the names of the element's ancestors, and then its
  /// own name. `text` is the text directly in the element, at most ``FixedLimits/Text/xmlTextBytes`` bytes. A
  /// file with a document type is refused, because a document type could define entities.
  static func read(
    _ feed: ByteFeed, _ each: @escaping (_ path: [String], _ text: String) -> Void
  ) throws(FileFault) {
    let sink = XMLSink(each)
    var parser = try XMLParser(sink)
    // expat's error depends on where its input is cut. So all pieces but the last have the same length.
    try feed.forEachFullPiece { piece throws(FileFault) in try parser.parse(piece, isLast: false) }
    try parser.parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
  }

}

/// Keeps the names and the texts of all elements that are open at the current place in the file.
private final class XMLSink {
  private let each: ([String], String) -> Void
  private var path: [String] = []
  private var texts: [[UInt8]] = []
  /// The number of tokens found so far.
  var found = 0
  /// Why reading has stopped.
  var fault: FileFault?

  init(_ each: @escaping ([String], String) -> Void) { self.each = each }

  func open(_ name: String) {
    if path.count >= FixedLimits.Text.xmlDepth {
      return fault = FileFault("elements are nested more than \(FixedLimits.Text.xmlDepth) deep")
    }
    path.append(name)
    texts.append([])
  }

  func add(_ bytes: UnsafeRawBufferPointer) {
    guard let last = texts.indices.last else { return }
    texts[last] += bytes.prefix(FixedLimits.Text.xmlTextBytes - texts[last].count)
  }

  func close() {
    guard let text = texts.popLast() else { return }
    each(path, String(decoding: text, as: UTF8.self).trimmed)
    path.removeLast()
  }
}

/// An expat parser that passes its tokens to a sink.
private struct XMLParser: ~Copyable {
  private let handle: XML_Parser
  private let sink: XMLSink
  /// The number of bytes that expat has read since the last token.
  private var silent = 0

  init(_ sink: XMLSink) throws(FileFault) {
    guard let handle = XML_ParserCreate(nil) else { throw FileFault("there is no memory to read it") }
    self.handle = handle
    self.sink = sink
    XML_SetUserData(handle, Unmanaged.passUnretained(sink).toOpaque())
    XML_SetElementHandler(
      handle, { context, name, _ in tell(context) { $0.open(name.map { String(cString: $0) } ?? "") } },
      { context, _ in tell(context) { $0.close() } })
    XML_SetCharacterDataHandler(handle) { context, start, count in
      tell(context) { $0.add(UnsafeRawBufferPointer(start: start, count: Int(count))) }
    }
    XML_SetStartDoctypeDeclHandler(handle) { context, _, _, _, _ in
      tell(context) { $0.fault = FileFault("it has a document type, which isn't taken") }
    }
  }

  deinit { XML_ParserFree(handle) }

  mutating func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(FileFault) {
    let found = sink.found
    let status = XML_Parse(
      handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count),
      isLast ? 1 : 0)
    if let fault = sink.fault { throw fault }
    silent = sink.found == found ? silent + bytes.count : 0
    if silent > FixedLimits.Text.xmlTokenBytes {
      throw FileFault(
        "line \(XML_GetCurrentLineNumber(handle)) holds a tag or comment of more than \(FixedLimits.Text.xmlTokenBytes >> 20) MiB"
      )
    }
    if status == XML_STATUS_OK { return }
    let words = XML_ErrorString(XML_GetErrorCode(handle)).map { String(cString: $0) } ?? ""
    throw FileFault("line \(XML_GetCurrentLineNumber(handle)) is no XML: \(words)")
  }
}

private func tell(_ context: UnsafeMutableRawPointer?, _ body: (XMLSink) -> Void) {
  guard let context else { return }
  let sink = Unmanaged<XMLSink>.fromOpaque(context).takeUnretainedValue()
  sink.found += 1
  if sink.fault == nil { body(sink) }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
