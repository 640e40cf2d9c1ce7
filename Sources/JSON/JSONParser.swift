import CYajl
import System

/// A parser of yajl's that puts what it finds into a ``JSONRecordSink``.
struct JSONParser: ~Copyable {
  private let handle: yajl_handle
  private let sink: JSONRecordSink
  /// Bytes since something was found.
  private var silent = 0

  /// The most bytes between two things that are found, such as those of a text: yajl keeps a text whole.
  private static let mostSilent = 64 << 20

  /// Throws where memory is short.
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
    if silent > Self.mostSilent {
      throw FileFault("\(sink.position) holds a text of more than \(Self.mostSilent >> 20) MiB")
    }
  }

  /// Ends the file.
  func finish() throws(FileFault) { try check(yajl_complete_parse(handle)) }

  private func check(_ status: yajl_status) throws(FileFault) {
    if let fault = sink.fault { throw fault }
    if status == yajl_status_ok { return }
    throw FileFault("\(sink.position) is no JSON: \(complaint)")
  }

  /// What yajl says is wrong.
  private var complaint: String {
    guard let text = yajl_get_error(handle, 0, nil, 0) else { return "memory is short" }
    defer { yajl_free_error(handle, text) }
    let words = String(cString: text)
    let line = words[..<(words.firstIndex(where: \.isNewline) ?? words.endIndex)]
    return String(line.last == "." ? line.dropLast() : line)
  }
}

/// yajl's callbacks: each tells the sink what was found.
private enum JSONCallbacks {
  /// The table that yajl keeps a pointer to; it lives as long as the program.
  // Unsafe for the compiler as a pointer; nobody writes to what it points to.
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

/// 1 where yajl is to go on, 0 where the sink has found a fault.
private func tell(_ context: UnsafeMutableRawPointer?, _ body: (JSONRecordSink) -> Void) -> CInt {
  guard let context else { return 0 }
  let sink = Unmanaged<JSONRecordSink>.fromOpaque(context).takeUnretainedValue()
  body(sink)
  return sink.fault == nil ? 1 : 0
}

private func text<Byte>(_ start: UnsafePointer<Byte>?, _ count: Int) -> String {
  String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
}
