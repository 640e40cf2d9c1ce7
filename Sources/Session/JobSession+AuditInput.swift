import Audit
import ImageModel
import JobFile
import Planning
import Reporting
import Survey
import System

/// The input of an audit that is no job file.
extension JobSession {
  /// The folder of the pictures that an annotation file names, and its annotations. Without `images`, the pictures are
  /// looked for below the file's folder, and then below the folder above.
  func annotations(
    _ file: String, images: String?
  ) throws(SessionError) -> (folder: String, found: FoundAnnotations) {
    let path = absolute(file)
    let places = images.map { [absolute($0)] } ?? [path.parentFolder, path.parentFolder.parentFolder]
    if let images, FileStatus(at: openable(images))?.isFolder != true {
      throw SessionError(.usage, file: file, "--images: there is no folder '\(images)'")
    }
    do throws(FileFault) {
      let read = { (place: String) throws(FileFault) in
        try FoundAnnotations(file: Array(path.utf8), below: BaseFolder(place))
      }
      var (place, found) = (places[0], try read(places[0]))
      for other in places.dropFirst() where found.pictureFolder == nil {
        let next = try read(other)
        if next.pictureFolder != nil {
          (place, found) = (other, next)
        } else {
          found.addClosed(of: next, outside: place)
        }
      }
      guard let folder = found.pictureFolder else { return (place, found) }
      return (JobFolders.absolute(folder.displayName, from: place), found.belowPictures())
    } catch { throw SessionError(.usage, file: file, error.message) }
  }

  /// A job whose sources are all pictures below an absolute folder. It makes nothing.
  func auditJob(of folder: String, named name: String) throws(SessionError) -> Job {
    let endings = LabelFiles.endings.map { $0.dropFirst() }.joined(separator: ",")
    let text = Array(
      """
      version: 1
      name: audit
      sources: {glob: "**/*.{\(endings)}", optional: true}
      decode: {svg_text: system}
      output_root: .upright-audit
      outputs: [{path: "{dir}/{name}.png"}]
      """.utf8)
    switch JobFileReader.read(text: text, file: name) {
    case .failure(let errors): throw SessionError(.fault, [.diagnostics(errors.diagnostics, text: text)])
    case .success(let spec):
      let folders = JobFolders(spec, file: "audit.yaml", root: folder, current: folder)
      return Job(
        spec: spec, folders: folders, store: SourceStore(folders, spec.limits), file: name,
        header: ManifestHeader(jobSHA256: SHA256.digest(of: text), libraries: .loaded()), text: text,
        currentFolder: currentFolder)
    }
  }
}
