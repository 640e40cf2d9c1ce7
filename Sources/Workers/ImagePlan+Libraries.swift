import ImageModel
import Imaging
import Planning

extension ImagePlan {
  /// The optional libraries that the outputs need.
  var libraries: Set<OptionalLibrary> {
    let converts =
      pixels?.color.isAlwaysConverted == true
      || outputs.contains { $0.color.map { $0.target != .keep } ?? false }
    var libraries: Set<OptionalLibrary> = converts ? [.lcms2] : []
    libraries.formUnion(decodes.compactMap(\.engine.optionalLibrary))
    if usesFonts { libraries.insert(.pango) }
    return libraries
  }
}
