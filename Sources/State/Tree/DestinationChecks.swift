import Glibc
import ImageModel
import JobFile
import Planning
import Survey
import System

/// Examines a job's destinations on the disk, before anything is written.
package struct DestinationChecks {
  private let job: JobSpec
  private let folders: JobFolders
  private let store: SourceStore
  private let file: String
  private let matcher: SourceMatcher
  /// The other files that the job reads, and their kinds in words, by their inodes.
  private let filesBeside: [UInt64: [(status: FileStatus, kind: String)]]
  /// The largest number of refusals that are reported. An obstacle for one output mostly blocks all others
  /// too.
  private static let most = 5

  /// Prepares to examine the destinations of `job`. `file` is the job file's path as the user wrote it.
  /// `store` knows the sources, and `matcher` the paths that the job's patterns match. `filesBeside` has the absolute
  /// paths of other files that the job reads, and the kind of each in words.
  package init(
    _ job: JobSpec, _ folders: JobFolders, _ store: SourceStore, file: String, matcher: SourceMatcher,
    filesBeside: [String: String]
  ) {
    self.filesBeside = Dictionary(
      grouping: filesBeside.compactMap { path, kind in FileStatus(at: path).map { ($0, kind) } }
    ) { $0.0.inode }
    self.job = job
    self.folders = folders
    self.store = store
    self.file = file
    self.matcher = matcher
  }

  /// The reasons why the job can't put its manifest and the outputs of `images` in place.
  package func refusals(_ images: [ImagePlan]) -> [Diagnostic] {
    var refusals = WebAddress.isURL(folders.manifest) ? [] : manifest()
    if folders.bucket != nil { return refusals }
    var outputFolders = OutputFolders(root: folders.output)
    // The sources' inodes matter only if a destination exists already.
    lazy var inodes = Dictionary(
      images.enumerated().lazy.compactMap { place, image in image.version.map { ($0.file.inode, place) } }
    ) { first, _ in first }
    for image in images where image.error == nil {
      for (index, output) in image.outputs.enumerated() {
        guard let path = output.path, output.error == nil else { continue }
        let target = JobFolders.absolute(path, from: folders.output)
        let folder = target.parentFolder
        var messages = outputFolders.obstacle(folder).map { [$0] } ?? []
        if let real = outputFolders.target(ofLinked: folder), let pattern = pattern(real, target) {
          messages.append("'\(path)' leads by a link to where '\(pattern)' would find it: write elsewhere")
        }
        if let status = FileStatus(at: target) {
          if status.isSpecial {
            messages.append("'\(path)' is \(status.kind): change 'path'")
          } else if let source = source(status, among: images, inodes), absolute(source) != target {
            messages.append(
              "'\(path)' is another name of the source '\(source.source)': change 'path'")
          } else if let beside = filesBeside[status.inode]?.first(where: { $0.status.isSameFile(as: status) })
          {
            messages.append("'\(path)' is another name of \(beside.kind) of this job: change 'path'")
          }
        }
        refusals += messages.map {
          Diagnostic(file: file, at: job.entry(ofOutput: index, of: image).location, $0)
        }
        if refusals.count >= Self.most { return refusals }
      }
    }
    return refusals
  }

  /// The image whose source is the file with this `status`, perhaps under another name. `inodes` gives the
  /// index of an image by the inode of the image's source.
  private func source(_ status: FileStatus, among images: [ImagePlan], _ inodes: [UInt64: Int]) -> ImagePlan?
  {
    guard let place = inodes[status.inode], store.isSource(status, of: images[place]) else { return nil }
    return images[place]
  }

  private func absolute(_ source: ImagePlan) -> String {
    folders.place(ofSource: source.source)
  }

  /// The job's glob that would find an output as a source. The output lies in the folder `real`, and has the
  /// file name of `target`.
  private func pattern(_ real: String, _ target: String) -> String? {
    let name = target.utf8.dropFirst(target.parentFolder.utf8.count)
    guard let entry = matcher.entry(matching: Array(real.utf8) + Array(name)),
      case .glob(let pattern) = job.sources[entry].files
    else { return nil }
    return pattern.text
  }

  private func manifest() -> [Diagnostic] {
    let path = folders.manifest
    let message = standing(in: path) ?? OutputFolders.obstacle(path.parentFolder)
    return message.map { [Diagnostic(file: file, at: job.manifest?.location, $0)] } ?? []
  }

  /// The message about a file that lies at the manifest's path and is no manifest; nil if there is no such
  /// file.
  private func standing(in path: String) -> String? {
    guard let status = FileStatus(at: path) else { return nil }
    if status.isSpecial { return "the manifest '\(path)' is \(status.kind)" }
    guard let begin = try? FileBytes.read(path, limit: Self.manifestStart.count), !begin.isEmpty else {
      return nil
    }
    return begin == Self.manifestStart ? nil : Self.noManifest(path)
  }

  /// The first bytes of each manifest with a row.
  static let manifestStart = Array("{\"source\":".utf8)

  /// The message about a file or an object that lies in place of the manifest and is none.
  static func noManifest(_ name: String) -> String {
    "'\(name)' is there already and is no manifest: change 'manifest', or remove it"
  }
}

extension FileStatus {
  /// A name for something that is not a regular file.
  fileprivate var kind: String { isFolder ? "a folder" : "a device, FIFO or socket" }
}
