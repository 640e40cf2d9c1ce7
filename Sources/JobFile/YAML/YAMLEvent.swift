import CLibYAML

/// One event of libyaml, copied out of libyaml's memory.
struct YAMLEvent {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias
    case scalar(String, YAMLScalarStyle)
    case sequenceStart
    case mappingStart
    /// The end of a sequence or mapping.
    case collectionEnd
  }

  var kind: Kind
  /// The event's characters in the file.
  var span: Range<Int>
  var hasAnchor = false
  var hasTag = false

  init(_ event: yaml_event_t) {
    span = event.start_mark.index..<max(event.start_mark.index, event.end_mark.index)
    switch event.type {
    case YAML_STREAM_START_EVENT: kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      kind = .scalar(Self.text(scalar.value, scalar.length), YAMLScalarStyle(scalar.style))
      (hasAnchor, hasTag) = (scalar.anchor != nil, scalar.tag != nil)
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      (hasAnchor, hasTag) = (event.data.sequence_start.anchor != nil, event.data.sequence_start.tag != nil)
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      (hasAnchor, hasTag) = (event.data.mapping_start.anchor != nil, event.data.mapping_start.tag != nil)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .collectionEnd
    default: kind = .streamEnd
    }
  }

  private static func text(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self)
  }
}

extension YAMLScalarStyle {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .quoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
    default: self = .plain
    }
  }
}
