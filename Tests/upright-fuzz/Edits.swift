import FuzzTargets
import Foundation

/// Writes the inputs of `MetadataEditor` in a folder of which something is kept as JPEGs of one name, as they are to `before`
/// and edited to `after` in another folder, which must exist.
func writeEdits(of folder: String, to out: String) throws {
  let manager = FileManager.default
  for side in ["before", "after"] {
    try manager.createDirectory(atPath: "\(out)/\(side)", withIntermediateDirectories: true)
  }
  for name in try manager.contentsOfDirectory(atPath: folder).sorted() {
    let input = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    guard let files = MetadataEdit.files([UInt8](input)) else { continue }
    for (side, file) in [("before", files.before), ("after", files.after)] {
      try Data(file).write(to: URL(fileURLWithPath: "\(out)/\(side)/\(name).jpg"))
    }
  }
}
