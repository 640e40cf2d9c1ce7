import ImageModel
import Imaging
import Planning
import Rendering
import Survey
import System
import Workers

/// A step between headers and plans. It looks at a small picture of each source, and adds facts to the
/// header. The planner finds them in ``SourceInfo/facts``.
package struct SurveyStep: Sendable {
  /// The most pixels of the picture's longer side.
  let side: Int
  /// Decodes the pictures, as a run does.
  let runner: Runner
  /// Finds the facts of one picture. Many threads call it at once.
  let find: @Sendable (SmallPicture) -> PictureFacts

  package init(side: Int, _ runner: Runner, find: @escaping @Sendable (SmallPicture) -> PictureFacts) {
    self.side = side
    self.runner = runner
    self.find = find
  }

  /// The facts of each of `pictures`, which are planned for `folders`. Nil for a picture that can't be
  /// decoded. Throws an error that concerns all images.
  func facts(_ pictures: [ImagePlan], _ folders: JobFolders) throws(Halted) -> [PictureFacts?] {
    try runner.map(
      count: pictures.count, outputs: 1, need: { runner.memory.need(pictures[$0]) }
    ) { number, renderer throws(Halted) in
      try picture(pictures[number], folders, renderer).map(find)
    }
  }

  private func picture(
    _ image: ImagePlan, _ folders: JobFolders, _ renderer: any Renderer
  ) throws(Halted) -> SmallPicture? {
    if runner.memory.refusal(image) != nil { return nil }
    let source: OpenSource
    do throws(OpeningError) { source = try folders.open(image) } catch {
      if case .system(let error) = error { throw Halted(Halt(error, source: image.source)) }
      return nil
    }
    var tiff: [UInt8] = []
    _ = try renderer.render([0], of: image, from: source, open: MemoryFile.open) {
      _, output, file throws(Halted) in
      guard output.error == nil, let count = output.bytes else { return }
      do throws(SystemError) { tiff = try file.bytes(count) } catch {
        throw Halted(Halt(error, writing: MemoryFile.name))
      }
    }
    return try? SmallPicture(tiff: tiff)
  }
}
