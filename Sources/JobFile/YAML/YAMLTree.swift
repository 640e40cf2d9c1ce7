import System
/// Builds the tree of a job file from libyaml's events, and reports features of YAML that job files don't
/// use.
struct YAMLTree {

  let source: SourceText
  var problems: ProblemList
  private var depth = 0
  private var flowDepth = 0
  private var isStopped = false
  /// The characters of the node that ended last. A syntax error right after that node is likely about the
  /// node.
  private var lastSpan = 0..<0

  /// The index of the syntax error. A node that begins there is not what the writer meant, and is refused.
  private var suspect: Int?

  /// Parses the only document of a text; nil if there is none.
  static func read(_ source: SourceText, _ text: [UInt8], _ problems: inout ProblemList) -> YAMLNode? {
    var tree = YAMLTree(source: source, problems: problems)
    defer { problems = tree.problems }
    guard let events = YAMLEventStream(text) else {
      tree.problems.report(nil, "memory ran out while the file was read")
      return nil
    }
    return tree.document(events)
  }

  private mutating func document(_ events: borrowing YAMLEventStream) -> YAMLNode? {
    var root: YAMLNode?
    while let event = next(events) {
      switch event.kind {
      case .streamStart, .documentEnd: continue
      case .streamEnd: return root
      case .documentStart:
        guard root != nil else { continue }
        report(event, "a second document begins here; a job file holds only one")
        return root
      default: root = node(event, events)
      }
    }
    return root
  }

  private mutating func next(_ events: borrowing YAMLEventStream) -> YAMLEvent? {
    if isStopped { return nil }
    do {
      return try events.next()
    } catch {
      isStopped = true
      let (index, message) = error.explained(in: source, after: lastSpan, isInFlow: flowDepth > 0)
      suspect = index
      problems.report(index.map(source.location), message)
      return nil
    }
  }

  private mutating func node(_ event: YAMLEvent, _ events: borrowing YAMLEventStream) -> YAMLNode {
    switch event.kind {
    case .sequenceStart: return collection(event, events) { $0.items(event, events) }
    case .mappingStart: return collection(event, events) { $0.entries(event, events) }
    case .scalar(let text, let style):
      lastSpan = event.span
      return made(isRefused(event, text) ? .refused : .scalar(text, style), event)
    default:
      lastSpan = event.span
      report(event, "aliases are not used in job files: write the value out" + quoting(event))
      return made(.refused, event)
    }
  }

  private mutating func collection(
    _ event: YAMLEvent, _ events: borrowing YAMLEventStream,
    _ read: (inout YAMLTree) -> YAMLNode
  ) -> YAMLNode {
    if event.hasAnchor { report(event, "anchors are not used in job files") }
    if event.hasTag { report(event, "tags are not used in job files") }
    guard depth < FixedLimits.JobFile.depth else {
      report(event, "lists and mappings are nested more than \(FixedLimits.JobFile.depth) deep")
      isStopped = true
      return made(.refused, event)
    }
    let isFlow = source[event.span.lowerBound].map { $0 == "[" || $0 == "{" } ?? false
    depth += 1
    flowDepth += isFlow ? 1 : 0
    defer {
      depth -= 1
      flowDepth -= isFlow ? 1 : 0
    }
    return read(&self)
  }

  private mutating func items(_ start: YAMLEvent, _ events: borrowing YAMLEventStream) -> YAMLNode {
    var items: [YAMLNode] = []
    while let event = next(events) {
      if case .collectionEnd = event.kind { return ended(.sequence(items), start, event) }
      items.append(node(event, events))
    }
    return made(.sequence(items.map(unlessSuspect)), start, isCut: true)
  }

  private mutating func entries(_ start: YAMLEvent, _ events: borrowing YAMLEventStream) -> YAMLNode {
    var entries: [YAMLEntry] = []
    var lines: [String: Int] = [:]
    while let event = next(events) {
      if case .collectionEnd = event.kind { return ended(.mapping(entries), start, event) }
      let key = node(event, events)
      guard let value = next(events).map({ node($0, events) }) else { break }
      guard case .scalar(let text, _) = key.kind else {
        if key.kind != .refused { report(event, "a key must be text") }
        continue
      }
      if let line = lines[text] {
        report(event, "'\(text.shortened)' is here twice; the first is in line \(line)")
        continue
      }
      lines[text] = key.location.line
      entries.append(YAMLEntry(key: text, location: key.location, value: value))
    }
    let kept = entries.map { YAMLEntry(key: $0.key, location: $0.location, value: unlessSuspect($0.value)) }
    return made(.mapping(kept), start, isCut: true)
  }

  private func unlessSuspect(_ node: YAMLNode) -> YAMLNode {
    guard node.span.lowerBound == suspect else { return node }
    var node = node
    node.kind = .refused
    return node
  }

  /// Reports features of a scalar that job files don't allow. Returns true after a report.
  private mutating func isRefused(_ event: YAMLEvent, _ text: String) -> Bool {
    if event.hasAnchor { report(event, "anchors are not used in job files" + quoting(event)) }
    if event.hasTag { report(event, "tags are not used in job files" + quoting(event)) }
    let hasNUL = text.utf8.contains(0)
    if hasNUL { report(event, "text can't hold a NUL character") }
    return event.hasAnchor || event.hasTag || hasNUL
  }

  private func quoting(_ event: YAMLEvent) -> String {
    let text = source.run(from: event.span.lowerBound, inFlow: flowDepth > 0)
    return "; if it is text, put it in quotes" + text.quotedHint
  }

  private mutating func report(_ event: YAMLEvent, _ message: String) {
    problems.report(source.location(of: event.span.lowerBound), message)
  }

  private mutating func ended(_ kind: YAMLNode.Kind, _ start: YAMLEvent, _ end: YAMLEvent) -> YAMLNode {
    lastSpan = start.span.lowerBound..<max(start.span.lowerBound, end.span.upperBound)
    var node = made(kind, start)
    node.span = lastSpan
    return node
  }

  private func made(_ kind: YAMLNode.Kind, _ event: YAMLEvent, isCut: Bool = false) -> YAMLNode {
    YAMLNode(
      kind: kind, location: source.location(of: event.span.lowerBound), span: event.span, isCut: isCut)
  }
}
