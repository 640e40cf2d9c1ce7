import CLibYAML

/// A libyaml parser over a text in memory.
struct YAMLEventStream: ~Copyable {
  // The parser and its input must not move in memory, because the parser keeps pointers to both.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>

  /// A parser of UTF-8 without a byte order mark; nil when memory is short.
  init?(_ text: [UInt8]) {
    parser = .allocate(capacity: 1)
    input = .allocate(capacity: text.count)
    _ = input.initialize(from: text)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      input.deallocate()
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// The next event. Don't call this after a failure or the stream's end.
  func next() throws(YAMLFailure) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw YAMLFailure(parser.pointee) }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(event)
  }
}

/// Why libyaml stopped.
struct YAMLFailure: Error {
  /// libyaml's context ("while scanning a tag"); empty if libyaml gives none.
  var context: String
  /// libyaml's message.
  var problem: String
  /// The index of the context's first character.
  var contextIndex: Int
  /// The index of the character at which libyaml stopped.
  var problemIndex: Int
  /// True if libyaml stopped inside `[]` or `{}`.
  var isInFlow: Bool
  /// True when memory ran out.
  var isMemory: Bool

  fileprivate init(_ parser: yaml_parser_t) {
    context = parser.context.map { String(cString: $0) } ?? ""
    problem = parser.problem.map { String(cString: $0) } ?? ""
    contextIndex = parser.context_mark.index
    problemIndex = parser.problem_mark.index
    isInFlow = parser.flow_level > 0
    isMemory = parser.error == YAML_MEMORY_ERROR
  }
}
