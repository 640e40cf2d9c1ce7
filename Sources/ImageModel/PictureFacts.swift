/// Facts that a step before the plan found in a source's picture. The step gives each fact a name.
package struct PictureFacts: Hashable, Sendable {
  /// Boxes in display space, in fractions of the picture's width and height.
  package var boxes: [String: RealRect<Display>]
  package var numbers: [String: Double]
  /// The facts about the grey levels of the small picture; nil if the step doesn't find them.
  package var grey: GreyFacts?
  /// The places of the windows that crops of the picture ask for.
  package var windows: [DetailWindow: DetailPlace] = [:]

  package init(
    boxes: [String: RealRect<Display>] = [:], numbers: [String: Double] = [:], grey: GreyFacts? = nil
  ) {
    self.boxes = boxes
    self.numbers = numbers
    self.grey = grey
  }
}
