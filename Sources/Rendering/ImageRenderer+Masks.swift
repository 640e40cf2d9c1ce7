import ImageModel
import Imaging
import Planning
import Survey
import System

extension ImageRenderer {
  /// Makes the outputs that show the mask file, and returns true if it made any. If one of them fails, no other output
  /// of the image is made: a picture without its mask is of no use.
  mutating func makeMasks() -> Bool {
    let places = plan.outputs.indices.filter {
      plan.outputs[$0].mask != nil && outcome.outputs[$0].error == nil && targets[$0] != nil
    }
    guard !places.isEmpty else { return false }
    do throws(ImageError) {
      guard let file = plan.mask, let mask else { throw ImageError(.decodeFailed, "the plan has no mask") }
      let labels = try labels(of: file, at: mask)
      for place in places { try write(labels, of: file, as: place) }
      return true
    } catch {
      let finding = plan.mask.map { error.finding.ofMask($0.path) } ?? error.finding
      for index in targets.indices where targets[index] != nil && outcome.outputs[index].error == nil {
        outcome.outputs[index] = OutputOutcome(error: finding)
      }
      return false
    }
  }

  /// Decodes the mask file that is open at `descriptor`, and keeps its hash.
  private mutating func labels(
    of file: MaskPlan, at descriptor: Int32
  ) throws(ImageError) -> LabelPicture {
    let hashes = plan.hash == .sha256
    let labels = try clock.time(.decode) { [deadline, workspace] () throws(ImageError) in
      try LabelPicture(
        file.layout, descriptor: descriptor, bytes: file.version.bytes, hashes: hashes, deadline: deadline,
        from: workspace.buffers)
    }
    outcome.maskSHA256 = labels.sha256
    return labels
  }

  private mutating func write(
    _ labels: LabelPicture, of file: MaskPlan, as index: Int
  ) throws(ImageError) {
    let output = plan.outputs[index]
    guard let cut = output.mask, let target = targets[index], let map = output.labels(of: file) else {
      return
    }
    let shown = try clock.time(.orient) { () throws(ImageError) in
      try labels.shown(by: map, pad: cut.pad, bits: cut.bits).turned(output.tag.inverse)
    }
    workspace.buffers.makeRoom(for: plan.encoderBytes(ofOutput: index))
    try write(.png, as: index, into: target) { encoder throws(ImageError) in
      try labels.encode(shown, bits: cut.bits, level: output.encode.level ?? 0, by: encoder)
      return []
    }
  }

  /// Throws `source_changed` if the open mask file isn't of the planned version any more, and `io_error` if its status
  /// can't be read.
  func checkMask() throws(ImageError) {
    guard let file = plan.mask, let mask else { return }
    do throws(ImageError) { try file.version.check(mask) } catch {
      if error.finding.code == .sourceChanged { throw ImageError(.maskChanged(file.path)) }
      throw error
    }
  }

  /// Hashes the source if only its mask was needed. If that fails, the outputs fail.
  mutating func hashSourceOfMasks() {
    do throws(ImageError) { try hashSource() } catch {
      for index in outcome.outputs.indices where targets[index] != nil && outcome.outputs[index].error == nil
      {
        outcome.outputs[index] = OutputOutcome(error: error.finding)
      }
    }
  }
}

extension Finding {
  /// Names the mask file at `path` in a finding about damage in it.
  fileprivate func ofMask(_ path: String) -> Finding {
    guard [.corrupt, .decodeFailed].contains(code) else { return self }
    return Finding(code, "the mask '\(path)': \(message)")
  }
}
