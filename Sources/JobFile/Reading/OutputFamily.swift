import ImageModel

/// An entry of `outputs` as it is read: one output, or one for each of its widths and formats.
struct OutputFamily {
  /// The most outputs of each picture, if an entry has several.
  static let most = 256

  /// The first output of the entry.
  var entry: OutputEntry
  /// The formats of the outputs; nil for the source's own format.
  var formats: [OutputFormat?]
  /// The qualities that the entry gives to single formats.
  var qualities: [OutputFormat: Int] = [:]
  /// The widths in ascending order; empty if the key `widths` is missing.
  var widths: [Int] = []
  var larger = OutputWidth.Larger.keep
  /// The output that shows the mask of each width; nil if none does.
  var mask: OutputEntry?

  /// An entry with one output.
  init(_ entry: OutputEntry) {
    self.entry = entry
    formats = [entry.format]
  }

  /// The number of outputs.
  var count: Int { max(1, widths.count) * (formats.count + (mask == nil ? 0 : 1)) }

  /// The first output of the entry, and its mask.
  var first: [OutputEntry] { [entry] + (mask.map { [$0] } ?? []) }

  /// The outputs, by width and then by format. The mask comes last.
  var entries: [OutputEntry] {
    let sizes = widths.map { OutputWidth(all: widths, width: $0, larger: larger) }
    return (sizes.isEmpty ? [nil] : sizes.map(Optional.some)).flatMap { width in
      formats.map { format in
        var output = entry
        output.format = format
        if let format, let quality = qualities[format] { output.shaping.encode.quality = quality }
        return output.with(width)
      } + (mask.map { [$0.with(width)] } ?? [])
    }
  }
}

extension OutputEntry {
  /// The output of this width.
  fileprivate func with(_ width: OutputWidth?) -> OutputEntry {
    var output = self
    output.width = width
    if let width { output.shaping.resize = Resize(.pixels(width: width.width, height: nil)) }
    return output
  }
}
