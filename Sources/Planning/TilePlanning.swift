import ImageModel
import JobFile
import System

extension Planner {
  /// The outputs of a picture in the order of the entries, and the tiles of an entry row by row.
  func tiles(
    _ source: SourceEntry, _ info: SourceInfo, _ marks: FocusMarks, of image: ImagePlan
  ) -> [OutputPlan] {
    var outputs: [OutputPlan] = []
    var first = 0
    for (place, entry) in job.outputs.enumerated() {
      if let use = entry.mask {
        // The tiles of the entry before.
        for picture in first..<outputs.count {
          outputs.append(mask(use, over: outputs[picture], at: picture, entry: place, of: image))
        }
        continue
      }
      first = outputs.count
      outputs += tiles(of: entry, at: place, source, info, marks, image, beside: outputs.count)
    }
    return outputs
  }

  private func tiles(
    of entry: OutputEntry, at place: Int, _ source: SourceEntry, _ info: SourceInfo, _ marks: FocusMarks,
    _ image: ImagePlan, beside others: Int
  ) -> [OutputPlan] {
    var whole = cropped(entry, source, info, nil, marks)
    var tile = TilePlace()
    (whole.entry, whole.tile) = (place, tile)
    let shaping = shaping(of: entry, source)
    guard whole.error == nil, let crop = whole.crop, let tiles = shaping.tiles else {
      fit(&whole, shaping, info, marks)
      return whole.takesWidth(of: entry) ? [whole] : []
    }
    let count = tiles.count(in: crop.size)
    // A mask is an output too, and its entry follows that of its picture.
    let hasMasks = job.outputs.dropFirst(place + 1).first?.mask != nil
    let most = max(0, FixedLimits.JobFile.tiles - others) / (hasMasks ? 2 : 1)
    guard count <= most else {
      let kind = hasMasks ? "tiles with masks" : "tiles"
      whole.error = Finding(
        .tooManyTiles,
        "the crop of \(crop.size) has \(count) \(kind), more than \(others > 0 ? "the \(most) that other outputs leave" : "\(most)"): "
          + "make 'tiles' larger")
      return [whole]
    }
    tile.minVisible = tiles.minVisible
    let picture = PixelRect<Display>(whole.orientation.turned(info.storedSize))
    let grid = tiles.grid(of: crop.size)
    var outputs: [OutputPlan] = []
    for (row, vertical) in grid.rows.enumerated() {
      for (column, horizontal) in grid.columns.enumerated() {
        let box = PixelRect<Display>(
          x: crop.x + horizontal.lowerBound, y: crop.y + vertical.lowerBound, width: horizontal.count,
          height: vertical.count)
        // A padded crop has tiles beside the picture.
        if box.intersection(picture).isEmpty { continue }
        (tile.row, tile.column) = (row, column)
        (tile.x, tile.y) = (horizontal.lowerBound, vertical.lowerBound)
        var output = whole
        output.crop = box
        output.tile = tile
        fit(&output, shaping, info, marks)
        if keeps(output, tiles.empty, of: image) { outputs.append(output) }
      }
    }
    return outputs
  }

  /// True if a tile is kept: it shows an annotation, or `empty` keeps it. A tile that can't be made is kept too.
  private func keeps(_ output: OutputPlan, _ empty: Tiles.Empty, of image: ImagePlan) -> Bool {
    if empty == .keep || output.error != nil || showsBox(output, of: image) { return true }
    guard case .share(let share) = empty, let tile = output.tile else { return false }
    return Split(share: share).part(ofGroup: "\(image.source)\n\(tile.row)\n\(tile.column)") == 0
  }

  private func showsBox(_ output: OutputPlan, of image: ImagePlan) -> Bool {
    guard let stored = image.storedSize, let boxes = image.boxes else { return false }
    return boxes.contains { box in
      output.rebased(box, of: stored).map { output.showsEnough($0) } ?? false
    }
  }
}

extension OutputPlan {
  /// True if the output shows enough of a box. The bound is `minVisible` in per cent of the box's area; if it is nil,
  /// the bound of the output's `tiles`.
  package func showsEnough(_ box: RebasedBox, minVisible: Double? = nil) -> Bool {
    box.visible * 100 >= minVisible ?? tile?.minVisible ?? 0
  }
}
