import Planning

/// Takes away what a job made once and makes no more.
package struct Pruning {
  private let state: JobState

  package init(_ state: JobState) { self.state = state }

  /// Removes the files that the journal says this job made, that are as it made them, and that none of `images` makes.
  /// Returns how many.
  package func run(_ images: [ImagePlan]) throws(Halt) -> Int {
    do throws(SystemError) {
      let planned = try paths(images)
      var count = 0
      let made = try state.journal.outputs().sorted { $0.key < $1.key }
      for (path, file) in made where !planned.contains(path) {
        if let status = try state.tree.status(path.text), FileIdentity(status) == file {
          try state.tree.remove(path.text)
          count += 1
        }
        try state.journal.append([.gone(path: path.text)], syncs: false)
      }
      return count
    } catch { throw Halt(error, writing: state.root) }
  }

  /// What the job makes, and what it made of sources that can't be read now.
  private func paths(_ images: [ImagePlan]) throws(SystemError) -> Set<ExactText> {
    var paths: Set<ExactText> = []
    for image in images {
      for output in image.outputs { if let path = output.path { paths.insert(ExactText(path)) } }
      guard image.outputs.contains(where: { $0.path == nil }) else { continue }
      for output in try state.journal.item(of: image)?.outputs ?? [] { paths.insert(ExactText(output.path)) }
    }
    return paths
  }
}
