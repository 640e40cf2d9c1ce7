import Annotations
import ImageModel
import JobFile

/// Decides everything about one source from its job and its header. It does no I/O and never throws.
package struct Planner: Sendable {
  let job: JobSpec
  /// The annotations, and the boxes of lists, by the index of their entry in `sources`.
  let annotations: [Int: AnnotationTable]
  /// The lists of URLs by the index of their entry in `sources`.
  let lists: [Int: ListTable]
  /// The ICC profiles that the job takes from files. Each key is a file's name as the job writes it.
  let profiles: [String: [UInt8]]
  /// The parts of groups of an exact split, by ``Split/number(ofGroup:)``.
  private(set) var dealt: [UInt64: Int32] = [:]

  package init(
    _ job: JobSpec, annotations: [Int: AnnotationTable] = [:], lists: [Int: ListTable] = [:],
    profiles: [String: [UInt8]] = [:]
  ) {
    self.job = job
    self.annotations = annotations
    self.lists = lists
    self.profiles = profiles
  }

  /// The same planner, which knows the parts of groups of an exact split.
  func knowing(dealt parts: [UInt64: Int32]) -> Planner {
    var planner = self
    planner.dealt = parts
    return planner
  }

  /// The plan for `item`. `info` is the source's header, or the reason why the header can't be read.
  package func plan(_ item: SourceItem, index: Int, info: Result<SourceInfo, SourceRefusal>) -> ImagePlan {
    let entry = job.sources[item.entry]
    var plan = blank(item, index: index)
    let usable: SourceInfo
    switch info {
    case .failure(let refusal):
      plan.bytes = refusal.bytes
      plan.storedSize = refusal.storedSize
      plan.format = refusal.format
      return refused(plan, item, entry, refusal.finding)
    case .success(let info): usable = info
    }
    describe(usable, entry, in: &plan)
    if let reason = unmet(usable, entry) { return filtered(plan, item, entry, usable, reason) }
    if let excess = excess(usable) { return refused(plan, item, entry, excess) }
    if case .failure(let unseen) = usable.facts { return refused(plan, item, entry, unseen.finding) }
    do throws(ImageError) { plan.mask = try mask(of: usable, entry) } catch {
      return refused(plan, item, entry, error.finding)
    }
    let boxes = boxes(of: item, entry, usable, in: &plan)
    if let error = plan.error { return refused(plan, item, entry, error) }
    plan.outputs = outputs(item, entry, usable, boxes, of: plan)
    warnOfAnimation(&plan)
    name(&plan, item)
    planGainMap(&plan, usable)
    chooseDecodes(&plan, usable)
    plan.outputs = SmallerFromLarger.chained(
      plan.outputs, each: max(1, plan.outputs.count / max(1, boxes.count)))
    plan.failWithMasks()
    plan.frontBytes = front(of: usable, for: plan)
    (plan.peakBytes, plan.peakByLibjpeg) = MemoryModel.peaks(plan, usable)
    return plan
  }

  /// `plan`, made of the header of `info` before its facts were known, with these facts. Nil if the plan must be made
  /// again: the facts leave the picture out, or move its crop.
  package func plan(
    _ plan: ImagePlan?, of item: SourceItem, knowing info: Result<SourceInfo, SourceRefusal>
  ) -> ImagePlan? {
    guard var plan, case .success(let info) = info, case .success(let facts)? = info.facts,
      facts.windows.isEmpty, unmet(info, job.sources[item.entry]) == nil
    else { return nil }
    plan.facts = facts.grey
    return plan
  }

  /// The plan of an item that is an unreadable folder: its rows fail and have no paths.
  package func plan(_ item: SourceItem, index: Int, folder fault: FolderFault) -> ImagePlan {
    let advice =
      if case .annotations = job.sources[item.entry].files {
        "annotations in it are passed over: mend it"
      } else {
        "pictures in it are passed over: mend it, or add it to 'exclude'"
      }
    return plan(
      item, index: index,
      fault: Finding(.folderUnreadable, "the folder can't be read: \(fault.text); \(advice)"))
  }

  /// The plan of an item that is no picture: its rows fail with `fault`, and have no paths.
  package func plan(_ item: SourceItem, index: Int, fault: Finding) -> ImagePlan {
    let entry = job.sources[item.entry]
    var plan = blank(item, index: index)
    plan.error = fault
    plan.outputs = job.outputs.map { refused($0, entry) }
    return plan
  }

  /// A plan without decisions.
  func blank(_ item: SourceItem, index: Int) -> ImagePlan {
    let page = page(of: item)
    var plan = ImagePlan(
      index: index, source: item.displayName, id: id(of: item), page: page == 0 ? nil : page, bytes: nil,
      modified: nil, inode: nil, format: nil, storedSize: nil, pixels: nil, peakBytes: 0, isUntagged: false,
      hash: job.hash, onCorrupt: job.onCorrupt, verify: job.verify, seconds: job.limits.secondsPerImage,
      decodes: [], outputs: [], boxes: nil, error: nil, warnings: [])
    plan.wantedSum = item.row.flatMap { lists[item.entry]?.sum(of: $0) }
    return plan
  }

  /// The number of the page that an item takes from its file, counted from 0. Nil if the job names no page,
  /// so that the reader of the file's format chooses it.
  package func page(of item: SourceItem) -> Int? {
    switch (item.part, job.sources[item.entry].pages) {
    case (.page(let page), _), (_, .one(let page)): page
    case (_, .main), (_, .all): nil
    }
  }

  /// The id of an item: the id in the item's entry or in its row of a list, or else the stem of the file's name. If all
  /// pages are taken, the page's number is added.
  private func id(of item: SourceItem) -> String {
    let listed = item.row.flatMap { lists[item.entry]?.id(of: $0) }
    let name = job.sources[item.entry].id?.value ?? listed ?? item.stem
    guard case .page(let page) = item.part else { return name }
    return name.withPage(page)
  }

  /// A plan whose outputs all fail.
  private func refused(
    _ plan: ImagePlan, _ item: SourceItem, _ entry: SourceEntry, _ finding: Finding
  ) -> ImagePlan {
    var plan = plan
    let boxes = boxes(of: item, entry, nil, in: &plan)
    plan.error = finding.named(by: namer(of: item, boxes.first ?? nil))
    plan.outputs = refusedOutputs(of: item, entry, boxes: boxes.count)
    name(&plan, item)
    return plan
  }

  /// Why the job refuses a source: a limit that the source exceeds, text in an SVG, or a preview that it lacks.
  private func excess(_ info: SourceInfo) -> Finding? {
    let limits = job.limits
    if info.bytes > limits.maxFileBytes {
      return .tooLarge(info.bytes, limit: limits.maxFileBytes)
    }
    if info.storedSize.area > limits.maxPixels {
      return Finding(
        .maxPixels,
        "\(info.storedSize) is \(info.storedSize.area) pixels, more than limits.max_pixels (\(limits.maxPixels))"
      )
    }
    if job.svgText == .refuse, info.findings.contains(where: { $0.code == .systemFonts }) {
      return Finding(
        .svgText,
        "it has text, and the installed fonts would decide how it looks: convert the text to paths, or set decode.svg_text to system"
      )
    }
    if job.raw == .preview, info.raw?.previews.isEmpty == true {
      return Finding(.noPreview, "it has no usable preview, and decode.raw is 'preview'")
    }
    return nil
  }

  private func describe(_ info: SourceInfo, _ entry: SourceEntry, in plan: inout ImagePlan) {
    plan.version = info.version
    plan.objectVersion = info.objectVersion
    plan.format = info.format
    plan.page = info.page == 0 ? nil : info.page
    plan.storedSize = info.storedSize
    plan.pixels = info.pixels
    plan.warnings = info.findings.filter { $0.code != .systemFonts || job.svgText == .system }
    plan.isUntagged =
      info.tag == nil && entry.exifOrientation == nil
      && !info.findings.contains { $0.code == .orientationInvalid }
    plan.facts = (try? info.facts?.get())?.grey
  }
}
