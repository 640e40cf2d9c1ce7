import CExpat
import System

/// Reads the text of elements in replies of object stores.
enum StoreXML {
  /// Calls `open` at the start of each element with the names of its ancestors and its own name, and `close` at its
  /// end with the text directly in it too. Throws for bytes that aren't whole XML, for a document type, which could
  /// define entities, and for elements that are deeper or have more text than ``FixedLimits/Store`` allows.
  static func read(
    _ bytes: [UInt8], open: @escaping (_ path: [String]) -> Void = { _ in },
    close: @escaping (_ path: [String], _ text: String) throws(StoreFault) -> Void
  ) throws(StoreFault) {
    let parser = try StoreXMLParser(StoreXMLSink(open, close))
    try parser.parse(bytes)
  }
}

/// Keeps the names and the texts of all elements that are open at the current place.
private final class StoreXMLSink {
  private let opened: ([String]) -> Void
  private let closed: ([String], String) throws(StoreFault) -> Void
  private var path: [String] = []
  private var texts: [[UInt8]] = []
  /// The parser whose tokens come here. It lives as long as they do.
  var parser: XML_Parser?
  /// Why reading has stopped.
  private(set) var fault: StoreFault?

  init(
    _ opened: @escaping ([String]) -> Void,
    _ closed: @escaping ([String], String) throws(StoreFault) -> Void
  ) {
    (self.opened, self.closed) = (opened, closed)
  }

  func open(_ name: String) throws(StoreFault) {
    if path.count >= FixedLimits.Store.xmlDepth {
      throw StoreFault("its elements are nested more than \(FixedLimits.Store.xmlDepth) deep")
    }
    path.append(name)
    texts.append([])
    opened(path)
  }

  func add(_ bytes: UnsafeRawBufferPointer) throws(StoreFault) {
    guard let last = texts.indices.last else { return }
    if bytes.count > FixedLimits.Store.xmlTextBytes - texts[last].count {
      throw StoreFault("an element has more than \(FixedLimits.Store.xmlTextBytes) bytes of text")
    }
    texts[last] += bytes
  }

  func close() throws(StoreFault) {
    guard let text = texts.popLast() else { return }
    try closed(path, String(decoding: text, as: UTF8.self))
    path.removeLast()
  }

  /// Ends the parser. Handlers may still be called for tokens that it has read.
  func stop(_ fault: StoreFault) {
    self.fault = fault
    if let parser { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
  }
}

/// An expat parser that passes its tokens to a sink.
private struct StoreXMLParser: ~Copyable {
  private let handle: XML_Parser
  private let sink: StoreXMLSink

  init(_ sink: StoreXMLSink) throws(StoreFault) {
    guard let handle = XML_ParserCreate(nil) else {
      throw StoreFault("there is no memory to read it", isTemporary: true)
    }
    self.handle = handle
    self.sink = sink
    sink.parser = handle
    XML_SetUserData(handle, Unmanaged.passUnretained(sink).toOpaque())
    XML_SetElementHandler(
      handle,
      { context, name, _ in
        tell(context) { sink throws(StoreFault) in try sink.open(name.map { String(cString: $0) } ?? "") }
      },
      { context, _ in tell(context) { sink throws(StoreFault) in try sink.close() } })
    XML_SetCharacterDataHandler(handle) { context, start, count in
      tell(context) { sink throws(StoreFault) in
        try sink.add(UnsafeRawBufferPointer(start: start, count: Int(count)))
      }
    }
    XML_SetStartDoctypeDeclHandler(handle) { context, _, _, _, _ in
      tell(context) { _ throws(StoreFault) in throw StoreFault("it has a document type, which isn't taken") }
    }
  }

  deinit { XML_ParserFree(handle) }

  func parse(_ bytes: [UInt8]) throws(StoreFault) {
    let status = bytes.withUnsafeBytes {
      XML_Parse(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
    }
    if let fault = sink.fault { throw fault }
    if status == XML_STATUS_OK { return }
    let words = XML_ErrorString(XML_GetErrorCode(handle)).map { String(cString: $0) } ?? ""
    throw StoreFault("line \(XML_GetCurrentLineNumber(handle)) is no XML: \(words)")
  }
}

/// Calls `body` with the sink. Stops the parser if `body` throws.
private func tell(
  _ context: UnsafeMutableRawPointer?, _ body: (StoreXMLSink) throws(StoreFault) -> Void
) {
  guard let context else { return }
  let sink = Unmanaged<StoreXMLSink>.fromOpaque(context).takeUnretainedValue()
  if sink.fault != nil { return }
  do throws(StoreFault) {
    try body(sink)
  } catch {
    sink.stop(error)
  }
}
