import JobFile
import Planning
import Survey
import System

/// Reading captions.
extension JobSurvey {
  /// The paths of all captions, relative to the base folder. Missing files are left out.
  var captionNames: [String] {
    guard job.sources.contains(where: { $0.captions != nil }) else { return [] }
    return found.items.compactMap(job.captionPath).filter {
      FileStatus(at: JobFolders.absolute($0, from: folders.base)) != nil
    }
  }

  /// The caption of an item; nil if there is none, which `plan` notes.
  func caption(of item: SourceItem, in plan: inout ImagePlan) -> String? {
    guard let path = job.captionPath(of: item) else { return nil }
    do throws(FileFault) {
      let text = try CaptionFile.read(JobFolders.absolute(path, from: folders.base))
      if text == nil { plan.noteCaption(path, fault: nil) }
      return text
    } catch {
      plan.noteCaption(path, fault: error.message)
      return nil
    }
  }
}
