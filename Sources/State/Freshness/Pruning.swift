import ImageModel
import JobFile
import Planning
import Survey
import System

/// Removes outputs that a job made earlier and makes no more.
package struct Pruning {
  private let state: JobState
  private let folders: JobFolders
  private let exports: [Export]
  private let takesAllPages: Bool
  private let hasAnnotations: Bool

  /// Prepares to remove outputs of `job`. `folders` are the folders of the job.
  package init(_ job: JobSpec, _ state: JobState, _ folders: JobFolders) {
    self.state = state
    self.folders = folders
    exports = job.exports
    takesAllPages = job.takesAllPages
    hasAnnotations = job.hasBoxes
  }

  /// Removes files that this job made and that are unchanged since. Outputs, sources and mask files of `plan`, and the
  /// paths in `others`, stay. Returns the number of removed files.
  package func run(_ plan: BatchPlan, besides others: Set<ExactText>) throws(Halted) -> Int {
    do throws(SystemError) {
      let (paths, unmade) = try paths(plan.images)
      let planned = paths.union(others)
      let sources = Sources(plan, folders)
      var gone: [JournalLine] = []
      var removed: [String] = []
      let made = try state.journal.outputs().sorted { $0.key < $1.key }
      for (path, files) in made where !planned.contains(path) {
        if !unmade.isEmpty,
          OutputPath.plannedPaths(behind: path.text).contains(where: { unmade.contains(ExactText($0)) })
        {
          continue
        }
        if let file = try state.outputs.identity(of: path.text),
          try state.outputs.isOne(of: files, file, at: path.text)
        {
          // The earlier output is a source now, so it stays.
          if sources.contains(file, JobFolders.absolute(path.text, from: folders.output)) {
            continue
          }
          removed.append(path.text)
        }
        gone.append(.gone(path: path.text))
      }
      try state.outputs.remove(removed)
      // The removals must be on the disk before the journal notes them.
      if !removed.isEmpty && state.durability != .none { try state.outputs.sync() }
      try state.journal.append(gone, syncs: false)
      return removed.count
    } catch { throw Halted(Halt(error, writing: state.root)) }
  }

  /// The paths that must stay: outputs of the job, and earlier outputs of sources that can't be read now. Then the planned
  /// paths of outputs that aren't made, and whose paths need a hash: earlier files with any hash stay in their place.
  private func paths(
    _ images: [ImagePlan]
  ) throws(SystemError) -> (known: Set<ExactText>, unmade: Set<ExactText>) {
    var paths: Set<ExactText> = []
    var unmade: Set<ExactText> = []
    func keep(_ path: String) {
      paths.insert(ExactText(path))
      for label in exports.compactMap({ $0.format.labelPath(ofOutput: path) }) {
        paths.insert(ExactText(label))
      }
    }
    for image in images {
      let item = image.outputs.contains(where: \.namesContent) ? try state.journal.item(of: image) : nil
      let records = item?.records(of: image)
      for (index, output) in image.outputs.enumerated() {
        guard let path = output.path else { continue }
        if !output.namesContent {
          keep(path)
        } else if let record = records?[index], record.file != nil {
          keep(record.path)
        } else {
          for path in [path] + exports.compactMap({ $0.format.labelPath(ofOutput: path) }) {
            unmade.insert(ExactText(path))
          }
        }
      }
      guard !image.isFiltered, image.outputs.contains(where: { $0.path == nil }) else { continue }
      for output in try state.journal.item(of: image)?.outputs ?? [] { keep(output.path) }
    }
    let closed = images.filter(\.isRefused).compactMap { image -> String? in
      if ArchiveFormat(ofArchive: image.source) != nil { return MemberPath.start(in: image.source) }
      guard image.error?.code == .folderUnreadable else { return nil }
      return image.source == "." ? "" : image.source + "/"
    }
    let unread = unreadSources(images)
    if closed.isEmpty && unread.isEmpty { return (paths, unmade) }
    try state.journal.forEachItem { item in
      // An unreadable folder may hold annotations of any picture.
      let isClosed =
        hasAnnotations && !closed.isEmpty || closed.contains { item.source.utf8.starts(with: $0.utf8) }
      guard isClosed || unread.contains(ExactText(item.source)) else { return }
      for output in item.outputs { keep(output.path) }
    }
    return (paths, unmade)
  }

  /// Sources with a page that can't be read. Their number of pages may be unknown.
  private func unreadSources(_ images: [ImagePlan]) -> Set<ExactText> {
    guard takesAllPages else { return [] }
    return Set(images.lazy.filter(\.isRefused).map { ExactText($0.source) })
  }
}

extension ImagePlan {
  /// True if the job wants the picture, and nothing can be made of it.
  fileprivate var isRefused: Bool { error != nil && !isFiltered }
}

/// The files that the images are made from, and the mask files beside them.
private struct Sources {
  private let files: Set<FileIdentity>
  /// The paths of sources that could not be examined, and of mask files that no plan of an image has.
  private let unread: Set<String>

  init(_ plan: BatchPlan, _ folders: JobFolders) {
    let masks = plan.unplannedMasks.map { JobFolders.absolute($0, from: folders.base) }
    let known: Set<FileIdentity> = Set(plan.images.lazy.compactMap(\.version?.file))
    let planned: Set<FileIdentity> = Set(plan.images.lazy.compactMap(\.mask?.version.file))
    // A mask file may lie behind a link.
    files = known.union(planned).union(masks.compactMap { FileIdentity(at: $0) })
    unread = Set(
      plan.images.lazy.filter { $0.version == nil }.map { folders.place(ofSource: $0.source) }
    ).union(masks)
  }

  func contains(_ file: FileIdentity, _ path: String) -> Bool {
    files.contains(file) || unread.contains(path)
  }
}
