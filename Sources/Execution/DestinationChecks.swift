import Glibc
import ImageModel
import JobFile
import Planning

/// What stands in the way of a job's outputs on the disk, as far as it can be seen before anything is written.
package struct DestinationChecks {
  private let job: JobSpec
  private let folders: JobFolders
  private let file: String

  /// Checks for `job`, which the user calls `file`.
  package init(_ job: JobSpec, _ folders: JobFolders, file: String) {
    self.job = job
    self.folders = folders
    self.file = file
  }

  /// What is wrong; `sources` are the files that are read, in the order of `images`.
  package func refusals(_ images: [ImagePlan], sources: [FileIdentity?]) -> [Diagnostic] {
    let read = Set(sources.lazy.compactMap { $0 })
    var refusals = manifest()
    var seen: Set<String> = []
    for image in images {
      for (output, place) in zip(image.outputs, job.outputs) {
        guard let path = output.path, output.error == nil, image.error == nil else { continue }
        let target = JobFolders.absolute(path, from: folders.output)
        var message = existing(target, path, read)
        let folder = Self.folder(of: target)
        if message == nil, seen.insert(folder).inserted { message = Self.obstacle(folder) }
        if let message { refusals.append(Diagnostic(file: file, at: place.location, message)) }
        if refusals.count == 5 { return refusals }
      }
    }
    return refusals
  }

  private func manifest() -> [Diagnostic] {
    var status = stat()
    let message =
      stat(folders.manifest, &status) == 0 && status.isFolder
      ? "the manifest '\(folders.manifest)' is a folder" : Self.obstacle(Self.folder(of: folders.manifest))
    return message.map { [Diagnostic(file: file, at: job.manifest?.location, $0)] } ?? []
  }

  /// What is wrong with the file that is at `target` already.
  private func existing(_ target: String, _ path: String, _ read: Set<FileIdentity>) -> String? {
    var status = stat()
    guard stat(target, &status) == 0 else { return nil }
    if status.isFolder { return "'\(path)' is a folder: change 'path'" }
    let identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    return read.contains(identity)
      ? "'\(path)' is a link to a source and would overwrite it: change 'path'" : nil
  }

  /// Why no file can be made in `folder`, judged by the nearest folder that is there.
  private static func obstacle(_ folder: String) -> String? {
    var status = stat()
    var nearest = folder
    while stat(nearest, &status) != 0, errno == ENOENT, nearest.count > 1 {
      nearest = Self.folder(of: nearest)
    }
    if stat(nearest, &status) != 0 { return "'\(nearest)' can't be looked at: \(SystemError.last.message)" }
    if !status.isFolder { return "'\(nearest)' is not a folder, so nothing can be written below it" }
    if access(nearest, W_OK | X_OK) != 0 {
      return "'\(nearest)' can't be written to: \(SystemError.last.message)"
    }
    return nil
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
