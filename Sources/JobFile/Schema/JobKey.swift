import ImageModel

/// The description of a key of a job file. The reader's lists of keys and the schema are made from such
/// descriptions.
struct JobKey: Sendable {
  let name: String
  private let schema: @Sendable () -> JSONNode

  /// A key with its description. The schema is made only when it is asked for: the reader needs just names.
  init(
    _ name: String, _ values: @autoclosure @escaping @Sendable () -> JSONNode,
    default standard: @autoclosure @escaping @Sendable () -> JSONNode? = nil,
    _ description: @autoclosure @escaping @Sendable () -> String? = nil
  ) {
    self.name = name
    schema = {
      let about: JSONNode = description().map { ["description": .text($0)] } ?? [:]
      return about.with(values()).with(standard().map { ["default": $0] } ?? [:])
    }
  }

  /// The key's possible values, as JSON Schema.
  var values: JSONNode { schema() }

  /// This key as a reference to the schema's definitions. The definitions hold the key's description.
  var shared: JobKey { JobKey(name, .reference(name)) }

  /// A shared key under another name.
  func named(_ other: String) -> JobKey { JobKey(other, .reference(name)) }
}

/// Values of keys, as JSON Schema (draft 7). Numbers may be written as text too.
extension JSONNode {
  static func reference(_ name: String) -> JSONNode { ["$ref": .text("#/definitions/" + name)] }

  static func choice(_ names: [String]) -> JSONNode { ["enum": .texts(names)] }

  static func choice<Name: CaseIterable & RawRepresentable<String>>(_ names: Name.Type) -> JSONNode {
    choice(names.allCases.map(\.rawValue))
  }

  static func any(_ forms: [JSONNode]) -> JSONNode { ["anyOf": .list(forms)] }

  static func any(_ forms: JSONNode...) -> JSONNode { any(forms) }

  static func list(of element: JSONNode) -> JSONNode { ["type": "array", "items": element] }

  /// A list of at least one element.
  static func someList(of element: JSONNode) -> JSONNode {
    ["type": "array", "minItems": 1, "items": element]
  }

  static func pattern(_ pattern: String) -> JSONNode { ["type": "string", "pattern": .text(pattern)] }

  static let flag: JSONNode = ["type": ["boolean", "string"], "pattern": "^(true|false)$"]
  static let anyText: JSONNode = ["type": ["string", "number", "boolean"]]
  /// Text that isn't empty.
  static let text: JSONNode = anyText.with(["minLength": 1])
  static let percentage: JSONNode = pattern("^[0-9]+(\\.[0-9]+)?%$")
  static let bytes: JSONNode = above0("^[0-9]+(\\.[0-9]+)?( ?[KMG]i?B)?$")

  static func whole(_ range: ClosedRange<Int>, _ pattern: String = "^[0-9]+$") -> JSONNode {
    [
      "type": ["integer", "string"], "pattern": .text(pattern), "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound),
    ]
  }

  static func decimal(_ pattern: String = "^[0-9]+(\\.[0-9]+)?$") -> JSONNode {
    ["type": ["number", "string"], "pattern": .text(pattern)]
  }

  static func above0(_ pattern: String = "^[0-9]+(\\.[0-9]+)?$") -> JSONNode {
    decimal(pattern).with(["exclusiveMinimum": 0])
  }

  static func limits(_ least: Int, _ most: Int) -> JSONNode {
    ["minimum": .number(least), "maximum": .number(most)]
  }

  /// A mapping with these keys and no others.
  static func mapping(_ keys: [JobKey], required: [String] = []) -> JSONNode {
    let needed: JSONNode = required.isEmpty ? [:] : ["required": .texts(required)]
    return JSONNode.object([("type", "object")]).with(needed).with([
      "additionalProperties": false, "properties": .object(keys.map { ($0.name, $0.values) }),
    ])
  }

  /// A mapping with these keys and no others, or a list of `element`. One schema for both finds the place of a mistake
  /// inside of either.
  static func mapping(_ keys: [JobKey], orListOf element: JSONNode) -> JSONNode {
    let ofList = someList(of: element).members.filter { $0.key != "type" }
    return .object(
      mapping(keys).members.map { $0.key == "type" ? ("type", ["object", "array"]) : $0 } + ofList)
  }
}

extension EncodeOption {
  /// The option's key at the level of a job or an output.
  var jobKey: JobKey {
    guard let innerKey else { return JobKey(key, self.schema, default: self.schemaDefault, self.summary) }
    return JobKey(
      outerKey, .mapping([innerKey]),
      "Whether a JPEG that is only turned or cut is made of its source's coefficients, without loss.")
  }

  /// The option's key inside a mapping such as `encode`; nil for an option outside of such a mapping.
  var innerKey: JobKey? {
    let inner = key.dropFirst(outerKey.count + 1)
    return inner.isEmpty ? nil : JobKey(String(inner), self.schema, default: self.schemaDefault, self.summary)
  }

  private var schema: JSONNode {
    switch values {
    case .whole(let range):
      .whole(
        range,
        range.upperBound < 10 ? "^0*[\(range.lowerBound)-\(range.upperBound)]$" : "^0*([1-9][0-9]?|100)$")
    case .oneOf(let numbers):
      ["enum": .list(numbers.map(JSONNode.number) + numbers.map { .text(String($0)) })]
    case .bytes: .bytes
    case .flag: .flag
    case .names(let names): .choice(names)
    }
  }

  /// The option's default, if it is the same for all formats.
  private var schemaDefault: JSONNode? {
    switch Set(standard.values).count == 1 ? standard.values.first : nil {
    case .number(let number): .number(number)
    case .flag(let flag): .flag(flag)
    case .name(let name): .text(name)
    case nil: key == "encode.lossless" ? "never" : nil
    }
  }
}
