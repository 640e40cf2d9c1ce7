import JSON
import JobFile

/// Makes the text of Ultralytics' `data.yaml`: the folders of each split's pictures, and the names of the classes by
/// their numbers. The file has no `path`, so a loader begins at the folder in which the file lies.
enum UltralyticsText {
  static func data(of job: JobSpec, classes: [String]) throws(NotInJSON) -> String {
    var text = ""
    for part in job.split?.parts ?? [] {
      guard let key = UltralyticsSplit(name: part.name) else { continue }
      let folders = try job.pictureFolders(ofSplit: part.name).map { folder throws(NotInJSON) in
        try JSONText.encode(folder)
      }
      let list = folders.joined(separator: ", ")
      text += "\(key.rawValue): \(folders.count == 1 ? list : "[\(list)]")\n"
    }
    text += classes.isEmpty ? "names: {}\n" : "names:\n"
    for (number, name) in classes.enumerated() {
      text += "  \(number): \(try JSONText.encode(LabelText.oneLine(name)))\n"
    }
    return text
  }
}
