import ImageModel
import System

/// The versions that affect the bytes of outputs.
package struct RecipeVersions: Equatable, Sendable {
  /// The recipe number, and the versions of the libraries of each job.
  package let shared: String
  /// The hash of ``shared``, with which each recipe begins.
  fileprivate let start: SHA256.Start
  /// The versions of the libraries that draw. Only the recipes of drawn outputs contain them.
  package let drawing: String

  package init(_ shared: String, drawing: String = "") {
    self.shared = shared
    start = Recipe.start(shared)
    self.drawing = drawing
  }

  package static func == (one: RecipeVersions, other: RecipeVersions) -> Bool {
    one.shared == other.shared && one.drawing == other.drawing
  }
}

/// A hash of everything that affects an output's bytes, except the source's bytes.
///
/// Outputs that share a decode share its scale and region. If a change to one output changes the decode,
/// all of them get new recipes.
package struct Recipe: ~Copyable {
  /// The number of the rules by which this version of Upright makes bytes from a plan. The number rises with a change
  /// that makes other bytes from the same source, job and libraries, unless the recipes of the changed outputs get a new
  /// value. Outputs that were made under another number are stale.
  package static let number = 5

  private var bytes: [UInt8] = []

  /// The recipe of output `index` of an image, in 32 hexadecimal digits. Nil if the output can't be made.
  package static func digest(ofOutput index: Int, in image: ImagePlan, versions: RecipeVersions) -> String? {
    let output = image.outputs[index]
    if image.failure(ofOutput: index) == nil, let mask = image.mask, let cut = output.mask {
      var recipe = Recipe()
      // A mask is made again with its picture, since both fail together.
      recipe.add(digest(ofOutput: cut.picture, in: image, versions: versions))
      recipe.add(mask, cut, output)
      return SHA256.digest(of: recipe.bytes, after: versions.start, bytes: 16)
    }
    guard image.failure(ofOutput: index) == nil, image.decodes.indices.contains(output.decode) else {
      return nil
    }
    var recipe = Recipe()
    recipe.add(image)
    recipe.add(image.decodes[output.decode])
    if image.decodes[output.decode].engine.draws { recipe.add(versions.drawing) }
    recipe.add(output)
    recipe.add(output.gainMap == nil ? nil : image.gainMap, isDecoded: image.resamplesGainMap(output))
    if let base = output.base {
      recipe.add(image.outputs[base].resample)
      let grid = image.pixels(of: image.decodes[output.decode]).flatMap { image.outputs[base].chromaGrid($0) }
      recipe.add(grid?.size)
      recipe.add(grid?.pixels)
    }
    return SHA256.digest(of: recipe.bytes, after: versions.start, bytes: 16)
  }

  fileprivate static func start(_ shared: String) -> SHA256.Start {
    var recipe = Recipe()
    recipe.add(shared)
    return SHA256.Start(recipe.bytes)
  }

  /// A hash for the whole image, in 32 hexadecimal digits. It covers the recipes and paths of all outputs,
  /// and the errors of outputs that can't be made.
  package static func digest(of image: ImagePlan, versions: RecipeVersions) -> String {
    var recipe = Recipe()
    for (index, output) in image.outputs.enumerated() {
      recipe.add(output.path)
      recipe.add(digest(ofOutput: index, in: image, versions: versions))
      recipe.add(image.failure(ofOutput: index)?.code.rawValue)
    }
    return SHA256.digest(of: recipe.bytes, bytes: 16)
  }

  private init() { bytes.reserveCapacity(512) }

  private mutating func add(_ image: ImagePlan) {
    add(image.format?.rawValue)
    add(image.page ?? 0)
    add(image.storedSize)
    add(image.pixels)
    add(image.hash.rawValue)
    add(image.onCorrupt.rawValue)
    add(image.verify.rawValue)
  }

  private mutating func add(_ decode: DecodePlan) {
    add(decode.engine.rawValue)
    add(decode.thumbnail)
    add(decode.reduced)
    add(decode.isOfCoefficients ? 1 : 0)
    add(decode.frames?.count ?? -1)
    add(decode.frames?.plays ?? -1)
    add(decode.frames?.hasAlpha == true ? 1 : 0)
    add(decode.scale.eighths)
    add(decode.region)
    add(decode.samples)
    add(decode.components)
  }

  private mutating func add(_ map: GainMapPlan?, isDecoded: Bool) {
    guard let map else { return add(-1) }
    switch map.map.place {
    case .jpeg(let range):
      add(range.lowerBound)
      add(range.count)
    case .item(let number): add(number)
    case nil: break
    }
    add(map.map.storedSize)
    add(map.map.pixels)
    guard isDecoded, let decode = map.decode else { return add(-1) }
    add(decode.engine.rawValue)
    add(decode.components)
    add(decode.region)
  }

  private mutating func add(_ mask: MaskPlan, _ cut: MaskCut, _ output: OutputPlan) {
    add(mask.layout.size)
    add(mask.layout.bits)
    add(mask.layout.hasPalette ? 1 : 0)
    add(Int(mask.turn.rawValue))
    add(cut.pad)
    add(cut.bits)
    add(output.crop)
    add(output.encode)
  }

  private mutating func add(_ components: ComponentPlans?) {
    for component in components?.all ?? [] {
      add(component.sampling.horizontal)
      add(component.sampling.vertical)
      add(component.scale.eighths)
    }
  }

  private mutating func add(_ thumbnail: EmbeddedThumbnail?) {
    guard let thumbnail else { return add(-1) }
    add(thumbnail.offset)
    add(thumbnail.bytes)
    add(thumbnail.storedSize)
    add(thumbnail.color.rawValue)
  }

  private mutating func add(_ reduced: SmallerCopy?) {
    guard let reduced else { return add(-1) }
    add(reduced.offset)
    add(reduced.storedSize)
  }

  private mutating func add(_ output: OutputPlan) {
    add(output.mode.rawValue)
    add(Int(output.orientation.rawValue))
    add(output.resample)
    add(Int(output.turn.rawValue))
    add(output.size)
    add(output.content)
    add(output.background.description)
    add(output.color?.target.text)
    add(output.color?.intent.rawValue)
    add(output.color?.isLinear == true ? 1 : 0)
    add(output.format?.rawValue)
    add(output.pixels)
    add(output.encode)
    add(output.metadata)
    add(output.gainMap?.rawValue)
    // An output is made again for its placeholder. Other recipes stay as they were before there were placeholders.
    if let placeholder = output.encode.placeholder { add(placeholder.rawValue) }
  }

  private mutating func add(_ policy: MetadataPolicy) {
    let names = policy.names
    for list in [names.keep, names.drop] {
      add(list.count)
      for name in list { add(name.name) }
    }
    add(policy.gpsStays ? 1 : 0)
  }

  private mutating func add(_ pixels: PixelFormat?) {
    guard let pixels else { return add(-1) }
    add(pixels.color.rawValue)
    add(pixels.depth.rawValue)
    add(pixels.hasAlpha ? 1 : 0)
  }

  private mutating func add(_ geometry: ResampleGeometry?) {
    guard let geometry else { return add(-1) }
    add(geometry.samples)
    for edge in [geometry.region.x, geometry.region.y, geometry.region.width, geometry.region.height] {
      add(Int(truncatingIfNeeded: edge.bitPattern))
    }
    add(geometry.size)
    add(geometry.filter.rawValue)
    // Versions before 0.3.0 counted the places of turned pictures as stored, and rounded places.
    if geometry.filter == .point { add("shown") }
  }

  private mutating func add(_ options: EncodeOptions) {
    for option in EncodeOption.inRecipes {
      switch option.get(options) {
      case .number(let number): add(number)
      case .flag(let flag): add(flag ? 1 : 0)
      case .name(let name): add(name)
      case nil: add(-1)
      }
    }
  }

  private mutating func add<S>(_ box: PixelRect<S>?) {
    guard let box else { return add(-1) }
    for value in [box.x, box.y, box.width, box.height] { add(value) }
  }

  private mutating func add(_ size: PixelSize?) {
    add(size?.width ?? -1)
    add(size?.height ?? -1)
  }

  /// Adds a text with its length in front, so that different lists of texts never have equal bytes.
  private mutating func add(_ text: String?) {
    add(text?.utf8.count ?? -1)
    if let text { bytes += text.utf8 }
  }

  private mutating func add(_ value: Int) {
    withUnsafeBytes(of: Int64(value).littleEndian) { bytes += $0 }
  }
}
