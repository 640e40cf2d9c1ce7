import ImageModel
import JobFile
import Planning
import Survey
import System

/// Reading the layout of mask files.
extension JobSurvey {
  /// The paths of all mask files, relative to the base folder. Missing files are left out.
  var maskNames: [String] {
    guard job.hasMasks else { return [] }
    return found.items.compactMap(job.maskPath).filter {
      FileStatus(at: JobFolders.absolute($0, from: folders.base)) != nil
    }
  }

  /// The paths of mask files that no plan names, relative to the base folder. Image `n` of `images` is the plan of item
  /// `n`; the path of an item's mask file is among them if this plan has no mask.
  func masks(missingIn images: [ImagePlan], _ items: [SourceItem]) -> [String] {
    zip(items, images).compactMap { item, image in
      image.mask == nil ? job.maskPath(of: item) : nil
    }
  }

  /// The look at an item's header, with the mask file beside the item's source if the job takes it.
  func withMask(_ look: Look, of item: SourceItem, _ trouble: Trouble) -> Look {
    guard look.lacksMask, let path = job.maskPath(of: item) else { return look }
    var look = look
    look.add(
      mask: Result { () throws(ImageError) in try store.mask(path, trouble: { trouble($0, item) }) })
    return look
  }
}
