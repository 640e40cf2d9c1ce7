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
    var folders = SeenFolders()
    // Only where something is there already is it worth knowing which files the sources are.
    lazy var sources = places(of: images)
    for image in images where image.error == nil {
      for (output, place) in zip(image.outputs, job.outputs) {
        guard let path = output.path, output.error == nil else { continue }
        let target = JobFolders.absolute(path, from: self.folders.output)
        var message = folders.obstacle(target.parentFolder)
        if let status = Self.status(of: target) {
          if status.isSpecial {
            message = "'\(path)' is \(status.kind): change 'path'"
          } else if let source = sources[FileIdentity(status)], absolute(images[source]) != target {
            message = "'\(path)' is another name of the source '\(images[source].source)': change 'path'"
          }
        }
        if let message { refusals.append(Diagnostic(file: file, at: place.location, message)) }
        if refusals.count == Self.most { return refusals }
      }
    }
    return refusals
  }

  /// The folders of outputs that were looked at, each once.
  private struct SeenFolders {
    private var seen: Set<String> = []
    private var real: [String: String] = [:]

    /// What is wrong with a folder when it is seen first.
    mutating func obstacle(_ folder: String) -> String? {
      guard seen.insert(folder).inserted else { return nil }
      if let other = real.updateValue(folder, forKey: DestinationChecks.withoutLinks(folder)) {
        return "'\(folder)' is '\(other)' by a link: call the folder by one name"
      }
      return DestinationChecks.obstacle(folder)
    }
  }

  /// Refusals that are told: what stands in one output's way mostly stands in all others'.
  private static let most = 5

  /// What makes two names the same file.
  private struct FileIdentity: Hashable {
    let device: dev_t
    let inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
  }

  /// The place among the images of each file that is read.
  private func places(of images: [ImagePlan]) -> [FileIdentity: Int] {
    var places: [FileIdentity: Int] = [:]
    for (place, image) in images.enumerated() {
      if let status = Self.status(of: absolute(image)) { places[FileIdentity(status)] = place }
    }
    return places
  }

  private func absolute(_ source: ImagePlan) -> String {
    JobFolders.absolute(source.source, from: folders.base)
  }

  private func manifest() -> [Diagnostic] {
    let path = folders.manifest
    let fault = Self.status(of: path).flatMap { $0.isSpecial ? $0.kind : nil }
    let message = fault.map { "the manifest '\(path)' is \($0)" } ?? Self.obstacle(path.parentFolder)
    return message.map { [Diagnostic(file: file, at: job.manifest?.location, $0)] } ?? []
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Why no file can be made in `folder`, judged by the nearest folder that is there.
  fileprivate static func obstacle(_ folder: String) -> String? {
    var status = stat()
    var nearest = folder
    while stat(nearest, &status) != 0, errno == ENOENT || errno == ENOTDIR, nearest.count > 1 {
      if lstat(nearest, &status) == 0 { return "'\(nearest)' is a link that leads nowhere" }
      nearest = nearest.parentFolder
    }
    if stat(nearest, &status) != 0 { return "'\(nearest)' can't be looked at: \(SystemError.last.message)" }
    if !status.isFolder { return "'\(nearest)' is not a folder, so nothing can be written below it" }
    if access(nearest, W_OK | X_OK) != 0 {
      return "'\(nearest)' can't be written to: \(SystemError.last.message)"
    }
    return nil
  }

  /// The path that a folder has or will have when no link is part of it.
  fileprivate static func withoutLinks(_ folder: String) -> String {
    if let path = realpath(folder, nil) {
      defer { free(path) }
      return String(cString: path)
    }
    let parent = folder.parentFolder
    return folder == parent
      ? folder : withoutLinks(parent) + Substring(folder.utf8.dropFirst(parent.utf8.count))
  }
}

extension stat {
  /// What stands in place of a regular file.
  fileprivate var kind: String { isFolder ? "a folder" : "a device, FIFO or socket" }
}
