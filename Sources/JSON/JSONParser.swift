import CYajl
import System

/// A yajl parser that passes its tokens to a ``JSONRecordSink``.
struct JSONParser: ~Copyable {
  private let handle: yajl_handle
  private let sink: JSONRecordSink
  /// Bytes since the last token.
  private var silent = 0

  /// Throws if memory runs out.
  init(_ sink: JSONRecordSink) throws(FileFault) {
    self.sink = sink
    let context = Unmanaged.passUnretained(sink).toOpaque()
    guard let handle = yajl_alloc(JSONCallbacks.all, nil, context) else {
      throw FileFault("there is no memory to read it")
    }
    self.handle = handle
  }

  deinit { yajl_free(handle) }

  /// Takes the next bytes of the file.
  mutating func parse(_ bytes: [UInt8]) throws(FileFault) {
    let found = sink.found
    try check(yajl_parse(handle, bytes, bytes.count))
    silent = sink.found == found ? silent + bytes.count : 0
    if silent > FixedLimits.Text.jsonTokenBytes {
      throw FileFault(
        "\(sink.position) holds a text of more than \(FixedLimits.Text.jsonTokenBytes >> 20) MiB")
    }
  }

  /// Tells yajl that the file has ended.
  func finish() throws(FileFault) { try check(yajl_complete_parse(handle)) }

  private func check(_ status: yajl_status) throws(FileFault) {
    if let fault = sink.fault { throw fault }
    if status == yajl_status_ok { return }
    throw FileFault("\(sink.position) is no JSON: \(complaint)")
  }

  /// yajl's error message.
  private var complaint: String {
    guard let text = yajl_get_error(handle, 0, nil, 0) else { return "memory is short" }
    defer { yajl_free_error(handle, text) }
    let words = String(cString: text)
    let line = words[..<(words.firstIndex(where: \.isNewline) ?? words.endIndex)]
    return String(line.last == "." ? line.dropLast() : line)
  }
}

/// yajl's callbacks: each passes a token to the sink.
private enum JSONCallbacks {
  /// The table of callbacks. yajl keeps a pointer to the table, so the table lives as long as the program.
  // The compiler counts pointers as unsafe; nobody writes to this table.
  nonisolated(unsafe) static let all: UnsafePointer<yajl_callbacks> = {
    let table = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
    table.initialize(
      to: yajl_callbacks(
        yajl_null: { tell($0) { $0.take(.null) } },
        yajl_boolean: { context, value in tell(context) { $0.take(.bool(value != 0)) } },
        yajl_integer: nil, yajl_double: nil,
        yajl_number: { context, start, count in tell(context) { $0.take(.number(text(start, count))) } },
        yajl_string: { context, start, count in tell(context) { $0.take(.text(text(start, count))) } },
        yajl_start_map: { tell($0) { $0.open(isList: false) } },
        yajl_map_key: { context, start, count in tell(context) { $0.take(key: text(start, count)) } },
        yajl_end_map: { tell($0) { $0.close() } },
        yajl_start_array: { tell($0) { $0.open(isList: true) } },
        yajl_end_array: { tell($0) { $0.close() } }))
    return UnsafePointer(table)
  }()
}

/// Calls `body` with the sink. Returns 1 if yajl shall go on, 0 if the sink has a fault.
private func tell(_ context: UnsafeMutableRawPointer?, _ body: (JSONRecordSink) -> Void) -> CInt {
  guard let context else { return 0 }
  let sink = Unmanaged<JSONRecordSink>.fromOpaque(context).takeUnretainedValue()
  body(sink)
  return sink.fault == nil ? 1 : 0
}

private func text<Byte>(_ start: UnsafePointer<Byte>?, _ count: Int) -> String {
  String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
}
