import ImageModel
import JobFile
import Planning
import State
import Survey
import Synchronization
import System

/// Finds a job's sources, reads their headers and plans each. A plan needs nothing else from outside.
package struct JobSurvey: Sendable {
  let job: JobSpec
  let folders: JobFolders
  let store: SourceStore
  private let file: String
  private let reserved: ReservedPlaces
  let pool: ThreadPool
  let work: WorkDone
  package let annotations: AnnotationSurvey
  package let lists: ListSurvey
  /// The reasons why buckets can't be used, and trouble with them that may be over later.
  private let objectTrouble: [Diagnostic]
  private let objectHalt: Halt?
  private let profiles: ProfileSurvey
  private let archives: ArchiveSurvey
  private let splits: SplitRecord
  let found: SourceExpansion
  /// The costs of reading the headers; nil if the survey doesn't measure them.
  package let probes: ProbeRecord?
  private let step: SurveyStep?
  /// True if the plan tells the split of each image, whatever uses it.
  private let tellsSplits: Bool

  /// A survey for `job`. It finds the sources now; headers are read later and counted in `work`. `store` opens
  /// the sources. `file` is the job file's name as the user wrote it. `reserved` are paths that are never
  /// sources. A `step` adds facts to the headers. With `audits`, the plan has pictures without outputs too, and tells the
  /// split of each image, even if no export asks for it.
  package init(
    _ job: JobSpec, _ folders: JobFolders, _ store: SourceStore, file: String, reserved: ReservedPlaces,
    pool: ThreadPool, counting work: WorkDone = WorkDone(), measures: Bool = false, step: SurveyStep? = nil,
    audits: Bool = false
  ) {
    self.work = work
    self.reserved = reserved
    self.job = job
    self.folders = folders
    self.store = store
    self.file = file
    self.pool = pool
    let base = BaseFolder(folders.base)
    annotations = AnnotationSurvey(job, base: base, file: file, takesAll: audits)
    var lists = ListSurvey(job, base: base, file: file, takesAll: audits)
    store.add(lists)
    let objects = ObjectSurvey(job, lists, store, file: file)
    profiles = ProfileSurvey(job, base: base, file: file)
    splits = SplitRecord(job, folders)
    var found = SourceExpansion(
      sources: job.sources, exclude: job.exclude, base: base, file: file, reserved: reserved.files,
      reservedFolders: Array(reserved.states), annotated: annotations.items, listed: lists.takeItems(),
      objects: objects.items, archives: objects.archives)
    archives = ArchiveSurvey(job, found.archives, store, pool, file: file)
    found.add(archives.items)
    self.found = found
    self.lists = lists
    (objectTrouble, objectHalt) = (objects.diagnostics, objects.halt)
    probes = measures ? ProbeRecord() : nil
    self.step = step
    tellsSplits = audits
  }

  /// The facts about pictures that the plan uses; nil if it uses none.
  package var knownFacts: KnownFacts? { step?.known }

  /// The outputs that were made before the plan; nil if none were to be made.
  package var ahead: MakingAhead? { step?.ahead }

  /// The number of images. Nil if a source has `page: all`, because only headers tell the number of pages.
  package var count: Int? { job.takesAllPages ? nil : found.items.count }

  /// The annotation files, lists, ICC profiles, captions and mask files that the plan depends on.
  package var filesBeside: AnnotationFiles {
    annotations.filesRead(and: lists.names + profiles.profiles.keys + captionNames + maskNames)
  }

  /// The kinds of annotation files, lists, captions and mask files, in words. The keys are absolute paths, and
  /// `captions` are those of the captions.
  private func kindsOfFilesBeside(_ captions: [String]) -> [String: String] {
    let pairs =
      annotations.files.map { ($0, "an annotation file") } + lists.files.map { ($0, "a list") }
      + captions.map { ($0, "a caption") }
      + maskNames.map { (JobFolders.absolute($0, from: folders.base), "a mask") }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// A hash of everything that shapes the plan and the manifest, except the journal. It covers the versions
  /// of the sources, and `text`. `text` stands for the job file and the versions of libraries.
  ///
  /// Nil if a source or folder can't be read, or if the job has annotation files, ICC profiles, mask files, exports or an
  /// exact split.
  package func fingerprint(_ text: String) -> String? {
    guard found.diagnostics.isEmpty, objectTrouble.isEmpty, objectHalt == nil, archives.isWhole,
      annotations.tables.isEmpty,
      profiles.profiles.isEmpty, !job.hasMasks, job.exports.isEmpty, folders.splits == nil
    else { return nil }
    var fingerprint = Fingerprint(text)
    for item in found.items {
      if case .folder = item.part { return nil }
      guard let version = store.version(ofReadable: item) else { return nil }
      fingerprint.add(item, version)
    }
    return fingerprint.finish()
  }

  /// The whole plan, or the reason why there is none. With `writes`, existing files at destinations are
  /// checked too.
  package func plan(writes: Bool = true) -> Result<BatchPlan, Refusal> {
    survey().flatMap { batch, matcher, captions in
      var batch = batch
      let beside = kindsOfFilesBeside(captions)
      let checks = PlanChecks(
        job, folders, file: file, matcher: matcher, reserved: reserved, filesBeside: beside)
      checks.failCollisions(&batch.images)
      if job.hasMasks {
        for place in batch.images.indices { batch.images[place].failWithMasks() }
      }
      let images = batch.images
      var refusals = checks.refusals(images)
      if refusals.isEmpty && writes {
        refusals = DestinationChecks(
          job, folders, store, file: file, matcher: matcher, filesBeside: beside
        ).refusals(images)
      }
      return refusals.isEmpty ? .success(batch) : .failure(Refusal(refusals))
    }
  }

  /// Warns of pictures in the annotations' folders that neither the annotations nor `plan` name.
  package func warningsOfUnnamed(_ plan: BatchPlan) -> [Diagnostic] {
    annotations.tables.isEmpty ? [] : annotations.warningsOfUnnamed(besides: places(plan))
  }

  /// The paths of these pictures.
  package func unnamedPaths(_ plan: BatchPlan) -> [String] {
    annotations.tables.isEmpty ? [] : annotations.unnamedPaths(besides: places(plan))
  }

  /// Absolute paths of all sources and outputs.
  private func places(_ plan: BatchPlan) -> Set<String> {
    let sources = plan.images.map { folders.place(ofSource: $0.source) }
    let outputs = plan.images.lazy.flatMap(\.outputs).compactMap(\.path)
    return Set(sources).union(outputs.map { JobFolders.absolute($0, from: folders.output) })
  }

  /// Plans each source. Returns the plans together with the job's source patterns and the paths of captions, or the
  /// reason why there is no plan.
  private func survey() -> Result<(BatchPlan, SourceMatcher, captions: [String]), Refusal> {
    let failures = annotations.failures + found.failures
    if let error = failures.first(where: \.isTemporary) {
      return .failure(Refusal(Halt(error, source: folders.base)))
    }
    if let halt = objectHalt ?? archives.halt { return .failure(Refusal(halt)) }
    let diagnostics =
      annotations.diagnostics + lists.diagnostics + profiles.diagnostics + objectTrouble + found.diagnostics
      + archives.diagnostics + splits.diagnostics
    if !diagnostics.isEmpty { return .failure(Refusal(diagnostics)) }
    let planner = Planner(
      job, annotations: annotations.tables.merging(lists.boxes) { table, _ in table },
      lists: lists.tables.merging(archives.tables) { table, _ in table },
      profiles: profiles.profiles)
    let halt = Mutex<Halt?>(nil)
    let trouble = { @Sendable (error: SystemError, item: SourceItem) in
      halt.withLock { $0 = Halt(error, source: item.displayName) }
    }
    let (items, pages) = imageItems(trouble: trouble)
    let shared = Shared()
    var images: [ImagePlan]
    do throws(Halted) { images = try plans(of: items, pages, planner, shared, trouble) } catch {
      return .failure(Refusal(error.halt))
    }
    if let halt = halt.withLock({ $0 }) { return .failure(Refusal(halt)) }
    let unused = annotationsWithoutOutputs(items, images)
    if !unused.isEmpty { return .failure(Refusal(unused)) }
    let batch = batch(of: &images, items, planner, captions: shared.captions.withLock { $0 })
    return .success((batch, found.matcher, shared.captionFiles.withLock { $0 }))
  }

  /// The plan of the job, after the steps that see all of `images`.
  private func batch(
    of images: inout [ImagePlan], _ items: [SourceItem], _ planner: Planner, captions: [Int: String]
  ) -> BatchPlan {
    planner.leaveOutDuplicates(of: &images, items)
    let deal = planner.deal(images, items, recorded: splits.parts)
    deal.planner.moveToDealtSplits(&images, of: items)
    deal.planner.leaveOutTails(of: &images, items)
    deal.planner.distributeIntoFolders(&images, of: items)
    var members = CarriedMembers()
    for item in items { members.add(archives.carriedEndings(beside: item)) }
    var batch = BatchPlan(
      images: images, splits: deal.planner.splits(of: images, items, always: tellsSplits),
      columns: planner.columns(of: images, items, captions: captions), members: members)
    (batch.splitCounts, batch.newGroups) = (deal.counts, deal.newGroups)
    batch.bucketCounts = deal.planner.bucketCounts(images, items)
    batch.keypoints = annotations.keypoints
    if job.hasMasks { batch.unplannedMasks = masks(missingIn: images, items) }
    return batch
  }

  /// With a step, this number of items is planned at once: their headers and small pictures' plans are in memory.
  private static let itemsAtOnce = 4096

  /// What the plans of all images share.
  private final class Shared: Sendable {
    let values = Mutex(SharedValues())
    /// The captions by the index of their image.
    let captions = Mutex<[Int: String]>([:])
    /// The absolute paths of the files of captions.
    let captionFiles = Mutex<[String]>([])
  }

  /// The plans of all items. The headers in `pages`, by the index of their item, are read already.
  private func plans(
    of items: [SourceItem], _ pages: [Int: Look], _ planner: Planner, _ shared: Shared,
    _ trouble: @escaping Trouble
  ) throws(Halted) -> [ImagePlan] {
    guard let step else { return plans(of: items, from: 1, pages, planner, shared, trouble) }
    var images: [ImagePlan] = []
    images.reserveCapacity(items.count)
    for part in items.indices.parts(of: Self.itemsAtOnce) {
      let (first, own) = (part.lowerBound, Array(items[part]))
      let known = pages.lazy.filter { part.contains($0.key) }.map { ($0.key - first, $0.value) }
      let looks = try looksWithFacts(
        own, from: first + 1, Dictionary(uniqueKeysWithValues: known), planner, step, trouble)
      images += plans(of: own, from: first + 1, looks, planner, shared, trouble)
    }
    return images
  }

  /// The plans of `items`, of which the first has the number `first`. The headers in `looks` are read already.
  private func plans(
    of items: [SourceItem], from first: Int, _ looks: [Int: Look], _ planner: Planner, _ shared: Shared,
    _ trouble: @escaping Trouble
  ) -> [ImagePlan] {
    mapLooks(items, looks, planner, trouble: trouble) { place in
      switch items[place].part {
      case .annotations(let file): planner.plan(items[place], index: first + place, annotationFile: file)
      case .folder(let fault): planner.plan(items[place], index: first + place, folder: fault)
      case .archive:
        archives.fault(of: items[place]).map { planner.plan(items[place], index: first + place, fault: $0) }
      case .whole, .page, .boxes: nil
      }
    } body: { place, look in
      probes?.note(look.cost, of: first + place)
      var plan =
        planner.plan(look.plan, of: items[place], knowing: look.info)
        ?? planner.plan(items[place], index: first + place, info: look.info)
      if let warning = archives.warning(of: items[place]) { plan.warnings.append(warning) }
      if let text = caption(of: items[place], in: &plan, shared.captionFiles) {
        shared.captions.withLock { $0[first + place - 1] = text }
      }
      shared.values.withLock { plan.share(&$0) }
      return plan
    }
  }

  /// A refusal for each entry of `sources` whose annotations give no output, unless the entry is optional.
  private func annotationsWithoutOutputs(_ items: [SourceItem], _ images: [ImagePlan]) -> [Diagnostic] {
    let used = Set(zip(items, images).lazy.filter { !$1.outputs.isEmpty }.map(\.0.entry))
    return job.sources.enumerated().compactMap { index, entry in
      guard let table = annotations.tables[index] ?? lists.tables[index]?.boxes, !entry.isOptional,
        !used.contains(index)
      else { return nil }
      let others = table.format == .labelStudio ? ": polygons, points and brushes are passed over" : ""
      let tiles = Set(job.outputs.compactMap { entry.tiles(of: $0, job.shaping) }.flatMap(\.keysThatDrop))
      let reason =
        if !tiles.isEmpty && !table.pictures.isEmpty {
          "gives no tile: all are left out by \(tiles.sorted().joined(separator: " and ")) of 'tiles'"
        } else if table.boxes.isEmpty {
          "holds no box that can be cut\(others)"
        } else {
          "holds only boxes that 'min_size' leaves out"
        }
      return Diagnostic(
        file: file, at: entry.location,
        "'\(entry.boxesPath)' \(reason); write 'optional: true' beside it where that may be")
    }
  }
}

extension SourceEntry {
  /// The annotations or the list that give the entry's boxes, as the job file names them. Empty if it has no boxes.
  fileprivate var boxesPath: String {
    switch files {
    case .annotations(let source): source.path
    case .list(let list): list.path
    case .glob, .path, .objects, .url, .archive: ""
    }
  }
}

extension Tiles {
  /// The keys by which tiles are left out, as the job file writes them.
  fileprivate var keysThatDrop: [String] {
    (edge == .drop ? ["'edge'"] : []) + (empty == .keep ? [] : ["'empty'"])
  }
}

/// The reason why a job can't run.
package struct Refusal: Error {
  package var diagnostics: [Diagnostic]
  /// The obstacle that stops the whole run; nil if `diagnostics` gives the reasons.
  package var halt: Halt?

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  init(_ halt: Halt) {
    diagnostics = []
    self.halt = halt
  }
}
