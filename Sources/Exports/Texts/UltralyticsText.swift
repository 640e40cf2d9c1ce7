import JSON
import JobFile

/// Makes the text of Ultralytics' `data.yaml`: the folders of each split's pictures, the names of the classes by their
/// numbers, and the shape of keypoints if labels have them. The file has no `path`, so a loader begins at the folder
/// in which the file lies.
enum UltralyticsText {
  static func data(of job: JobSpec, _ categories: Categories) throws(NotInJSON) -> String {
    let classes = categories.names
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
    if job.exports.contains(where: { $0.format == .yoloPose }) {
      text += "kpt_shape: [\(categories.mostKeypoints), 3]\n"
    }
    return text
  }
}
