/// Describes one encode option: its key, values, formats and meaning. Job files, their schema, plans and
/// recipes all use this description. The type is a class, so that options are cheap to copy: each output
/// reads lists of options.
package final class EncodeOption: Sendable {
  package enum Value: Hashable, Sendable {
    case number(Int)
    case flag(Bool)
    case name(String)

    fileprivate var number: Int? { if case .number(let number) = self { number } else { nil } }
    fileprivate var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    fileprivate var name: String? { if case .name(let name) = self { name } else { nil } }
  }

  /// The values that an option can have.
  package enum Values: Sendable {
    case whole(ClosedRange<Int>)
    case oneOf([Int])
    /// A number of bytes above 0.
    case bytes
    case flag
    case names([String])
  }

  /// The key in job files. For an option inside a mapping: the mapping's key, a dot, and the key inside it.
  package let key: String
  /// The name in plans.
  package let name: String
  /// The formats that have the option.
  package let formats: [OutputFormat]
  package let values: Values
  /// The default value for each format that has one.
  package let standard: [OutputFormat: Value]
  /// The option's meaning, as text for users.
  package let summary: String
  /// The option's place in recipes. This place must never change. Nil if the bytes of outputs don't depend on the
  /// option. `Recipe` adds `placeholder` by itself.
  package let recipePlace: Int?
  package let get: @Sendable (EncodeOptions) -> Value?
  package let set: @Sendable (inout EncodeOptions, Value?) -> Void

  /// `property` passes one property of an `EncodeOptions` value to a closure: the property that holds this
  /// option. `value` converts the property to a ``Value``, and `own` converts a ``Value`` back.
  private init<Property: Sendable>(
    _ key: String, name: String? = nil, _ formats: [OutputFormat], _ values: Values,
    _ standard: [OutputFormat: Value], recipe: Int?, _ summary: String,
    value: @escaping @Sendable (Property) -> Value, own: @escaping @Sendable (Value) -> Property?,
    _ property: @escaping @Sendable (inout EncodeOptions, (inout Property?) -> Void) -> Void
  ) {
    self.key = key
    self.name = name ?? key
    self.formats = formats
    self.values = values
    self.standard = standard
    self.summary = summary
    recipePlace = recipe
    get = { options in
      var (options, found) = (options, Value?.none)
      property(&options) { found = $0.map(value) }
      return found
    }
    set = { options, new in property(&options) { $0 = new.flatMap(own) } }
  }

  private static func number(
    _ key: String, _ values: Values, _ formats: [OutputFormat], _ standard: [OutputFormat: Int] = [:],
    recipe: Int, _ summary: String,
    _ property: @escaping @Sendable (inout EncodeOptions, (inout Int?) -> Void) -> Void
  ) -> EncodeOption {
    EncodeOption(
      key, formats, values, standard.mapValues(Value.number), recipe: recipe, summary,
      value: { .number($0) }, own: { $0.number }, property)
  }

  private static func flag(
    _ key: String, _ format: OutputFormat, recipe: Int, _ summary: String,
    _ property: @escaping @Sendable (inout EncodeOptions, (inout Bool?) -> Void) -> Void
  ) -> EncodeOption {
    EncodeOption(
      key, [format], .flag, [format: .flag(false)], recipe: recipe, summary,
      value: { .flag($0) }, own: { $0.flag }, property)
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, name: String? = nil, _ formats: [OutputFormat], _ standard: Choice? = nil, recipe: Int?,
    _ summary: String, _ property: @escaping @Sendable (inout EncodeOptions, (inout Choice?) -> Void) -> Void
  ) -> EncodeOption {
    let standards = standard.map { choice in formats.map { ($0, Value.name(choice.rawValue)) } } ?? []
    return EncodeOption(
      key, name: name, formats, .names(Choice.allCases.map(\.rawValue)),
      Dictionary(uniqueKeysWithValues: standards), recipe: recipe, summary,
      value: { .name($0.rawValue) }, own: { $0.name.flatMap(Choice.init) }, property)
  }
}

extension EncodeOption {
  /// All options, in the order of plans.
  package static let all = [
    number(
      "quality", .whole(1...100), [.jpeg, .webp, .avif], [.jpeg: 85, .webp: 85, .avif: 70], recipe: 0,
      "Of lossy formats: 100 is best. Default: 85 for jpeg and webp, 70 for avif, which look alike."
    ) { $1(&$0.quality) },
    choice("chroma", [.jpeg, .avif], ChromaSubsampling.quarter, recipe: 6, "Chroma subsampling, in quotes.") {
      $1(&$0.chroma)
    },
    flag("progressive", .jpeg, recipe: 8, "A progressive JPEG; takes memory for the whole output.") {
      $1(&$0.progressive)
    },
    flag(
      "optimize", .jpeg, recipe: 9, "Huffman tables fitted to the picture; takes memory for the whole output."
    ) { $1(&$0.optimize) },
    flag("palette", .png, recipe: 11, "A PNG of at most 256 colours.") { $1(&$0.palette) },
    number(
      "max_bytes", .bytes, [.jpeg, .webp, .avif], recipe: 5,
      "The most bytes of the file: quality is lowered until it fits. \(bytesText)"
    ) { $1(&$0.maxBytes) },
    flag("lossless", .webp, recipe: 10, "A WebP that has every pixel as it was.") { $1(&$0.lossless) },
    number(
      "effort", .whole(0...6), [.webp], [.webp: 4], recipe: 1,
      "How hard WebP's encoder tries: 6 makes the smallest file, and takes longest."
    ) { $1(&$0.effort) },
    number(
      "speed", .whole(0...9), [.avif], [.avif: 6], recipe: 2,
      "How little AVIF's encoder tries: 0 makes the smallest file, and takes longest."
    ) { $1(&$0.speed) },
    number("level", .whole(0...9), [.png], [.png: 6], recipe: 3, "How hard a PNG is compressed.") {
      $1(&$0.level)
    },
    number(
      "depth", .oneOf(depths), OutputFormat.allCases.filter { !$0.depths.isEmpty }, recipe: 4,
      "Bits a sample: of PNG and TIFF 8 or 16, of AVIF 8, 10 or 12. "
        + "Default: the source's, of an AVIF 10 for sources of more than 8."
    ) { $1(&$0.depth) },
    choice(
      "compression", [.tiff], TIFFCompression.lzw, recipe: 7, "How a TIFF is compressed, always without loss."
    ) { $1(&$0.compression) },
    choice(
      "encode.lossless", name: "transform", [.jpeg], nil as LosslessUse?, recipe: nil,
      "never; auto: where it can be; require: an output that can't be made so fails."
    ) { $1(&$0.transform) },
    choice(
      "placeholder", OutputFormat.allCases, nil as Placeholder?, recipe: nil,
      "A short text in the manifest that stands for the picture until it is loaded."
    ) { $1(&$0.placeholder) },
  ]

  /// The options that outputs depend on, in the order of recipes.
  package static let inRecipes = all.filter { $0.recipePlace != nil }.sorted {
    ($0.recipePlace ?? 0) < ($1.recipePlace ?? 0)
  }

  /// The text that tells users how to write a count of bytes.
  package static let bytesText = "A number, alone or in KB, MB, GB, KiB, MiB or GiB."

  private static let depths = Set(OutputFormat.allCases.flatMap(\.depths)).sorted()

  /// The key that stands directly in a job or an output: the part of `key` before the dot.
  package var outerKey: String { String(key.prefix { $0 != "." }) }

  /// True for a value that the option can have; a number of bytes has no upper bound.
  package func allows(_ value: Value) -> Bool {
    switch (values, value) {
    case (.whole(let range), .number(let number)): range.contains(number)
    case (.oneOf(let numbers), .number(let number)): numbers.contains(number)
    case (.bytes, .number(let number)): number > 0
    case (.flag, .flag): true
    case (.names(let names), .name(let name)): names.contains(name)
    default: false
    }
  }
}
