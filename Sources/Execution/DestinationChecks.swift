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

  /// What is wrong with where `images` go.
  package func refusals(_ images: [ImagePlan]) -> [Diagnostic] {
    var refusals = manifest()
    var seen: Set<String> = []
    lazy var sources = identities(of: images)
    for image in images where image.error == nil {
      for (output, place) in zip(image.outputs, job.outputs) {
        guard let path = output.path, output.error == nil else { continue }
        let target = JobFolders.absolute(path, from: folders.output)
        let folder = Self.folder(of: target)
        var message = seen.insert(folder).inserted ? Self.obstacle(folder) : nil
        switch Self.existing(target) {
        case .nothing, .file: break
        case .folder: message = "'\(path)' is a folder: change 'path'"
        case .alias(let identity) where sources.contains(identity):
          message = "'\(path)' is a link to a source and would overwrite it: change 'path'"
        case .alias: break
        }
        if let message { refusals.append(Diagnostic(file: file, at: place.location, message)) }
        if refusals.count == Self.most { return refusals }
      }
    }
    return refusals
  }

  /// Refusals that are told: what stands in one output's way mostly stands in all others'.
  private static let most = 5

  /// What makes two names the same file.
  private struct FileIdentity: Hashable {
    var device: dev_t
    var inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
  }

  /// What is at an output's place already.
  private enum Existing {
    case nothing, file, folder
    /// A file that has other names too.
    case alias(FileIdentity)
  }

  private static func existing(_ target: String) -> Existing {
    var status = stat()
    guard lstat(target, &status) == 0 else { return .nothing }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, stat(target, &status) != 0 { return .nothing }
    if status.isFolder { return .folder }
    return isLink || status.st_nlink > 1 ? .alias(FileIdentity(status)) : .file
  }

  private func identities(of images: [ImagePlan]) -> Set<FileIdentity> {
    Set(
      images.lazy.compactMap { image in
        var status = stat()
        let path = JobFolders.absolute(image.source, from: folders.base)
        return stat(path, &status) == 0 ? FileIdentity(status) : nil
      })
  }

  private func manifest() -> [Diagnostic] {
    var status = stat()
    let message =
      stat(folders.manifest, &status) == 0 && status.isFolder
      ? "the manifest '\(folders.manifest)' is a folder" : Self.obstacle(Self.folder(of: folders.manifest))
    return message.map { [Diagnostic(file: file, at: job.manifest?.location, $0)] } ?? []
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
