import JobFile
import Planning
import Survey
import Synchronization
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

  /// The caption of an item; nil if there is none, which `plan` notes. If there is a file, its absolute path goes to
  /// `files`.
  func caption(of item: SourceItem, in plan: inout ImagePlan, _ files: borrowing Mutex<[String]>) -> String? {
    guard let path = job.captionPath(of: item) else { return nil }
    let file = JobFolders.absolute(path, from: folders.base)
    do throws(FileFault) {
      guard let text = try CaptionFile.read(file) else {
        plan.noteCaption(path, fault: nil)
        return nil
      }
      files.withLock { $0.append(file) }
      return text
    } catch {
      files.withLock { $0.append(file) }
      plan.noteCaption(path, fault: error.message)
      return nil
    }
  }
}
