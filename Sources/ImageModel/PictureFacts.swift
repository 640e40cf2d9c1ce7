/// Facts that a step before the plan found in a source's picture. The step gives each fact a name.
package struct PictureFacts: Hashable, Sendable {
  /// Boxes in display space, in fractions of the picture's width and height.
  package var boxes: [String: RealRect<Display>]
  package var numbers: [String: Double]

  package init(boxes: [String: RealRect<Display>] = [:], numbers: [String: Double] = [:]) {
    self.boxes = boxes
    self.numbers = numbers
  }
}
