import ImageModel
import JobFile
import System

extension Planner {
  /// Sets the paths of an image's outputs, except paths that need an unknown size or format. In each path `{folder}`
  /// stands for the first folder.
  func name(_ image: inout ImagePlan, _ item: SourceItem) {
    let values = values(image, item)
    for index in image.outputs.indices { name(index, of: &image, values) }
  }

  /// Sets the paths of outputs again, as the parts of an exact split have been dealt since. `images` are all images of
  /// the job, in the order of `items`.
  package func moveToDealtSplits(_ images: inout [ImagePlan], of items: [SourceItem]) {
    if dealt.isEmpty { return }
    for (place, item) in zip(images.indices, items) {
      let values = values(images[place], item)
      for index in images[place].outputs.indices
      where job.entry(ofOutput: index, of: images[place]).template.uses(.split)
        && images[place].outputs[index].path != nil
      {
        name(index, of: &images[place], values)
      }
    }
  }

  /// Distributes outputs over folders of `files_per_folder` outputs. Only outputs whose path has `{folder}`
  /// take part. Each entry of `outputs` is counted separately. If an entry's path has `{split}`, each split
  /// is counted separately too. A mask has the number of its picture, and is counted only if the
  /// path of its picture has no `{folder}`. `images` are all images of the job, in the order of `items`.
  package func distributeIntoFolders(_ images: inout [ImagePlan], of items: [SourceItem]) {
    guard let most = job.filesPerFolder else { return }
    var counts = [[String: Int]](repeating: [:], count: job.outputs.count)
    // The folders of the image's outputs by their indices, for the masks over them.
    var folders: [Int: Int] = [:]
    for (place, item) in zip(images.indices, items) {
      var values = values(images[place], item)
      folders.removeAll(keepingCapacity: true)
      for index in images[place].outputs.indices {
        let entry = job.entryIndex(ofOutput: index, of: images[place])
        let template = job.outputs[entry].template
        guard template.uses(.folder) else { continue }
        if let picture = picture(ofMask: index, of: images[place]), let folder = folders[picture] {
          values.folder = folder
        } else {
          let split = template.uses(.split) ? values.split : ""
          values.folder = counts[entry][split, default: 0] / most
          counts[entry][split, default: 0] += 1
          if job.hasMasks { folders[index] = values.folder }
        }
        // An output in the first folder has its path already. An output without a path stays without one.
        if values.folder > 0, images[place].outputs[index].path != nil {
          name(index, of: &images[place], values)
        }
      }
    }
  }

  /// The index of the output over which output `index` shows a mask; nil if output `index` shows the picture.
  /// Outputs that are refused or left out don't tell, and stand in the order of the entries.
  private func picture(ofMask index: Int, of image: ImagePlan) -> Int? {
    if job.entry(ofOutput: index, of: image).mask == nil { return nil }
    return image.outputs[index].mask?.picture ?? index - 1
  }

  /// The index of each image's split, if `exports` asks for splits, or `always`. Empty if the job has no splits.
  package func splits(of images: [ImagePlan], _ items: [SourceItem], always: Bool = false) -> [Int32] {
    guard let split = job.split,
      always || job.exports.contains(where: { $0.path?.uses(.split) == true })
    else { return [] }
    return zip(images, items).map { image, item in
      Int32(clamping: part(of: split, item, values(image, item)))
    }
  }

  private func name(_ index: Int, of image: inout ImagePlan, _ values: PathTemplate.Values) {
    let template = job.entry(ofOutput: index, of: image).template
    let size = image.outputs[index].size
    let format = image.outputs[index].format
    let tile = image.outputs[index].tile
    if template.usesSize && size == nil || template.uses(.format) && format == nil { return }
    if template.usesTile && tile == nil { return }
    var values = values
    if let tile {
      values.tile = (tile.row, tile.column)
      values.tilePlace = (tile.x, tile.y)
    }
    if let size { values.size = (size.width, size.height) }
    values.bucket = image.outputs[index].shownSize?.description ?? ""
    values.format = format?.extensions.first ?? ""
    let box = image.box(ofOutput: index)
    values.id = box?.id ?? image.id
    values.category = box?.category
    values.boxIndex = Int(box?.index ?? 0)
    do throws(ImageError) {
      image.outputs[index].path = try template.render(values)
    } catch {
      image.outputs[index].path = nil
      image.outputs[index].error = image.outputs[index].error ?? error.finding
    }
  }

  /// The values of template variables for an image. Values that differ between the outputs, such as the size,
  /// are set later.
  func values(_ image: ImagePlan, _ item: SourceItem) -> PathTemplate.Values {
    let usesHash =
      job.outputs.contains { $0.template.uses(.hash8) } || job.split?.group?.uses(.hash8) ?? false
    let hash = usesHash ? SHA256.digest(of: Array(image.source.utf8), bytes: 4) : ""
    var values = PathTemplate.Values(item, id: image.id, index: image.index, hash8: hash, job: job.name)
    values.page = image.page ?? 0
    if let split = job.split {
      values.split = split.parts[part(of: split, item, values)].name
    }
    return values
  }

  /// The index of an item's split in ``Split/parts``: the one that its row of a list names, or else that of its group.
  /// An item without either is a list with faults, whose outputs all fail.
  private func part(of split: Split, _ item: SourceItem, _ values: PathTemplate.Values) -> Int {
    item.row.flatMap { lists[item.entry]?.split(of: $0) }
      ?? split.group.map { group in
        let number = Split.number(ofGroup: group.text(values))
        return dealt[number].map { Int($0) } ?? split.part(at: number)
      } ?? 0
  }
}
