import ImageModel
import JobFile
import System

extension JobSpec {
  /// The path of an item's caption, relative to the base folder. Nil if the item's entry of `sources` has no captions.
  package func captionPath(of item: SourceItem) -> String? {
    sources[item.entry].captions.map { path(of: item, $0) }
  }

  /// The path of a file beside an item's source, relative to the base folder.
  func path(of item: SourceItem, _ template: GroupTemplate) -> String {
    let hash = template.uses(.hash8) ? SHA256.digest(of: Array(item.displayName.utf8), bytes: 4) : ""
    return template.text(PathTemplate.Values(item, id: nil, index: 1, hash8: hash, job: name))
  }
}

extension ImagePlan {
  /// Notes that the image has no caption in the file `path`, or that the file can't be taken for the reason `fault`. In
  /// the second case no output is made.
  package mutating func noteCaption(_ path: String, fault: String?) {
    if let fault {
      error = error ?? Finding(.badCaption, "the caption '\(path)' \(fault)")
    } else {
      warnings.append(Finding(.noCaption, "there is no caption '\(path)'"))
    }
  }
}

/// The findings about captions.
extension Finding.Code {
  package static let badCaption = Self("bad_caption")
  package static let noCaption = Self("no_caption")
}
