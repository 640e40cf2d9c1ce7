/// A split's key in Ultralytics' `data.yaml`.
package enum UltralyticsSplit: String, CaseIterable, Sendable {
  case train, val, test

  /// The key for a split of a job; nil for a name that Ultralytics doesn't know.
  package init?(name: String) { self.init(rawValue: name == "validation" ? "val" : name) }
}

extension JobSpec {
  /// The folders, below the output root, of the pictures of a split. Each output gives one if its path suits
  /// Ultralytics (``PathTemplate/pictureFolder(ofSplit:job:)``). Equal folders are listed once.
  package func pictureFolders(ofSplit split: String) -> [String] {
    var folders: [String] = []
    for output in outputs where output.mask == nil {
      let folder = output.template.pictureFolder(ofSplit: split, job: name)
      if let folder, !folders.contains(folder) { folders.append(folder) }
    }
    return folders
  }
}

extension PathTemplate {
  /// One name between the slashes of a template.
  private struct Segment {
    var text = ""
    var isKnown = true
    var hasSplit = false
  }

  /// The deepest folder in which the paths of all outputs of `split` lie. Nil if the split has no folder of its own, or
  /// if no folder is called `images`, which loaders replace by `labels`.
  package func pictureFolder(ofSplit split: String, job: String) -> String? {
    var segments: [Segment] = []
    var last = Segment()
    for piece in pieces {
      switch piece {
      case .literal(let literal):
        let parts = literal.split(separator: "/", omittingEmptySubsequences: false)
        last.text += parts.first ?? ""
        for part in parts.dropFirst() {
          segments.append(last)
          last = Segment(text: String(part))
        }
      case .variable(.job): last.text += job
      case .variable(.split):
        last.text += split
        last.hasSplit = true
      case .variable: last.isKnown = false
      }
    }
    let folders = segments.filter { !$0.isKnown || !$0.text.isEmpty }
    let known = folders.prefix(while: \.isKnown)
    guard known.contains(where: \.hasSplit), folders.contains(where: { $0.isKnown && $0.text == "images" })
    else { return nil }
    return known.map(\.text).joined(separator: "/")
  }
}
