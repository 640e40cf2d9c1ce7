import Glibc
import ImageModel
import JobFile
import Planning
import Rendering
import Survey
import System

/// Finds out which outputs of a job are done. It compares the journal with the plan and with the disk.
package struct Freshness: Sendable {
  private let store: SourceStore
  private let versions: RecipeVersions
  /// The makers of earlier outputs that count as done, newest first.
  private let older: [(maker: Maker, versions: RecipeVersions)]
  private let journal: JobJournal?
  private let outputs: (any OutputPlace)?
  private let existing: ExistingFiles
  private let renewal: Renewal

  /// `store` opens the sources. `versions` names the tool and the libraries that would make outputs now.
  /// Outputs of `makers` count as done too, as far as only their versions differ. Without a `journal`, no output counts
  /// as made. Without `outputs`, no output exists.
  package init(
    _ store: SourceStore, _ journal: JobJournal?, _ outputs: (any OutputPlace)?, versions: RecipeVersions,
    keeping makers: [Maker] = [], existing: ExistingFiles, renewal: Renewal
  ) {
    self.store = store
    self.versions = versions
    older = makers.reversed().map { ($0, $0.versions) }
    self.journal = journal
    self.outputs = outputs
    self.existing = existing
    self.renewal = renewal
  }

  /// The state of an item. Throws if the journal or the disk can't be read.
  package func state(of image: ImagePlan) throws(SystemError) -> ItemState {
    let item = image.error == nil ? try item(of: image) : nil
    var result = ItemState(item: item, places: item?.places(of: image) ?? [], outputs: [])
    let isSame = try isSame(image, &result)
    for index in image.outputs.indices {
      result.outputs.append(try state(ofOutput: index, image, &result, isSame: isSame))
    }
    return result
  }

  /// The outcome that the journal has for an image under its present plan. Outputs of another source or
  /// recipe count as not started.
  package func outcome(of image: ImagePlan) throws(SystemError) -> ImageOutcome {
    guard image.error == nil, let item = try item(of: image), item.version == image.version,
      item.mask?.version == image.mask?.version
    else {
      return .notStarted(image)
    }
    var outcome = item.outcome(of: image)
    for (index, record) in item.records(of: image).enumerated() where image.failure(ofOutput: index) == nil {
      if record?.recipe == recipe(index, image) { continue }
      if let maker = olderMaker(of: record, index, image) {
        outcome.makers[index] = maker
      } else {
        outcome.outputs[index] = OutputOutcome(error: .notStarted)
      }
    }
    outcome.forgetUnreadFiles(image)
    return outcome
  }

  /// The outcome that the journal has for an image under its present plan. Nil if an output was never tried,
  /// or if the file of a made output isn't in place any more.
  package func made(of image: ImagePlan) throws(SystemError) -> ImageOutcome? {
    let outcome = try outcome(of: image)
    let item = try item(of: image)
    let records = item?.records(of: image)
    for (index, output) in outcome.outputs.enumerated() where image.failure(ofOutput: index) == nil {
      if output.error?.code == .stopped { return nil }
      if output.error != nil { continue }
      guard let record = records?[index], let file = record.file,
        try outputs?.identity(of: record.path) == file
      else { return nil }
    }
    return outcome
  }

  /// The journal's item of an image. Version 0.2.0 noted the version of a mask file in recipes alone; these recipes are
  /// replaced by those of this version.
  private func item(of image: ImagePlan) throws(SystemError) -> JournalItem? {
    guard var item = try journal?.item(of: image) else { return nil }
    guard item.mask == nil, let mask = image.mask else { return item }
    for (index, place) in item.places(of: image).enumerated() {
      guard let place, let recipe = recipe(notedAs: item.outputs[place].recipe, index, image)
      else { continue }
      item.outputs[place].recipe = recipe
      item.mask = JournalMask(version: mask.version, sha256: nil)
    }
    return item
  }

  /// True if the journal's item was made from the image's present source and mask file.
  private func isSame(_ image: ImagePlan, _ result: inout ItemState) throws(SystemError) -> Bool {
    guard try isSameSource(image, &result) else { return false }
    return try isSameMask(image, &result)
  }

  private func isSameSource(_ image: ImagePlan, _ result: inout ItemState) throws(SystemError) -> Bool {
    guard let item = result.item, let version = image.version else { return false }
    if let sum = item.sourceSHA256, let wanted = image.wantedSum, sum != wanted.hexadecimal { return false }
    if !renewal.verifies, item.version == version || !store.comparesBytes(of: image) {
      return item.version == version
    }
    guard let sum = item.sourceSHA256, try self.sum(image) == sum else { return false }
    result.isRenewed = item.version != version
    result.item?.version = version
    return true
  }

  private func isSameMask(_ image: ImagePlan, _ result: inout ItemState) throws(SystemError) -> Bool {
    guard let mask = image.mask, let known = result.item?.mask else {
      return image.mask == nil && result.item?.mask == nil
    }
    if !renewal.verifies { return known.version == mask.version }
    let sum = try store.sum(of: mask)
    // Without a hash in the journal only the version can be compared.
    guard let sum, known.sha256.map({ $0 == sum }) ?? (known.version == mask.version) else { return false }
    let present = JournalMask(version: mask.version, sha256: sum)
    if known != present {
      result.isRenewed = true
      result.item?.mask = present
    }
    return true
  }

  /// The SHA-256 of an image's source. Nil if the source can't be read or isn't of the planned version. The
  /// run reports the reason when it makes the image.
  private func sum(_ image: ImagePlan) throws(SystemError) -> String? {
    guard let file = try? store.open(image, anew: true) else { return nil }
    do throws(SystemError) { return try file.descriptor.sha256() } catch {
      if error.isTemporary { throw error }
      return nil
    }
  }

  private func state(
    ofOutput index: Int, _ image: ImagePlan, _ result: inout ItemState, isSame: Bool
  ) throws(SystemError) -> OutputState {
    guard image.failure(ofOutput: index) == nil, let planned = image.outputs[index].path else {
      return image.isFiltered ? .filtered : .unmakeable
    }
    let record = result.record(index)
    let path = record?.path ?? planned
    let found = try outputs?.found(path)
    if let file = record?.file, let found, try isAsMade(file, record, found, path) {
      if !isSame || renewal.all { return .stale }
      let isOwn = record?.recipe == recipe(index, image)
      let maker = isOwn ? nil : olderMaker(of: record, index, image)
      guard isOwn || maker != nil else { return .stale }
      if found.identity != file { result.renew(index, found.identity) }
      return maker.map(OutputState.older) ?? .done
    }
    if let found, existing != .replace, try !isOwn(found.identity, path) { return .kept }
    if let error = record?.outcome.error, error.isRemembered, isSame, !renewal.all, !renewal.failed,
      record?.recipe == recipe(index, image)
    {
      return .failed
    }
    if found == nil { return .missing(mustBeFree: existing != .replace) }
    return record?.file != nil ? .stale : .missing(mustBeFree: false)
  }

  /// True if the file in an output's place is the file that this job put there.
  private func isAsMade(
    _ file: FileIdentity, _ record: JournalOutput?, _ found: FoundFile, _ path: String
  ) throws(SystemError) -> Bool {
    guard renewal.verifies, let sum = record?.outcome.sha256 else { return found.identity == file }
    guard !found.isSpecial, found.identity.bytes == file.bytes, let outputs else { return false }
    do throws(SystemError) { return try outputs.sha256(of: path) == sum } catch {
      // Another program changed or removed an object since the bucket was listed.
      if [ESTALE, ENOENT].contains(error.code) { return false }
      throw error
    }
  }

  /// True if this job put `file` at `path`, perhaps for another image. A file that the journal only announces
  /// counts too: the run may have been killed before it noted the file.
  private func isOwn(_ file: FileIdentity, _ path: String) throws(SystemError) -> Bool {
    guard let made = try journal?.made(path) else { return false }
    return try outputs?.isOne(of: made, file, at: path) == true
  }

  /// True if a file lies at `path`, this job never put one there, and the file has other bytes than those with the hash
  /// `sha256`, in hexadecimal. `record` is the journal's entry of the output that is to lie there.
  package func isTaken(
    _ path: String, besides sha256: String?, _ record: JournalOutput?
  ) throws(SystemError) -> Bool {
    guard let outputs, let found = try outputs.found(path) else { return false }
    if let record, record.file != nil, record.path.hasSameBytes(as: path) { return false }
    if try journal?.made(path) != nil { return false }
    if found.isSpecial { return true }
    do throws(SystemError) { return try outputs.sha256(of: path) != sha256 } catch {
      if error.isTemporary { throw error }
      // Another program removed the file since.
      return error.code != ENOENT
    }
  }

  /// The maker of the output of `record`, if the job keeps the outputs of this maker. Nil for a failed output.
  private func olderMaker(of record: JournalOutput?, _ index: Int, _ image: ImagePlan) -> Maker? {
    guard let record, record.file != nil else { return nil }
    return older.first { recipe(index, image, $0.versions) == record.recipe }?.maker
  }

  /// True if output `index` would be made by `recipe`, or if the job keeps an output that was made by it.
  package func accepts(_ recipe: String, _ index: Int, _ image: ImagePlan) -> Bool {
    recipes(index, image).contains(recipe)
  }

  /// The recipe of output `index` that version 0.2.0 noted as `noted`, with the present version of the mask file. Nil if
  /// the output isn't done, or has no mask file beside its source.
  package func recipe(notedAs noted: String, _ index: Int, _ image: ImagePlan) -> String? {
    guard let mask = image.mask else { return nil }
    return recipes(index, image).first { recipe in
      SHA256.digest(of: Array("\(recipe) \(mask.versionText)".utf8), bytes: 16) == noted
    }
  }

  /// The recipes by which output `index` counts as done.
  private func recipes(_ index: Int, _ image: ImagePlan) -> some Sequence<String> {
    ([versions] + older.map(\.versions)).lazy.compactMap { self.recipe(index, image, $0) }
  }

  /// The recipe of output `index` under the image's present plan; nil if the output can't be made.
  package func recipe(_ index: Int, _ image: ImagePlan) -> String? { recipe(index, image, versions) }

  private func recipe(_ index: Int, _ image: ImagePlan, _ versions: RecipeVersions) -> String? {
    Recipe.digest(ofOutput: index, in: image, versions: versions)
  }
}

extension MaskPlan {
  /// The version of the mask file, to be hashed.
  var versionText: String {
    let file = version.file
    return "\(file.bytes) \(file.modified) \(file.inode)"
  }
}

extension JournalItem {
  /// For each output of `image`, its entry; nil if there is none.
  func records(of image: ImagePlan) -> [JournalOutput?] { places(of: image).map { $0.map { outputs[$0] } } }

  /// For each output of `image`, the index in ``outputs`` of the entry with its path; nil if there is none. If the path
  /// needs a hash of the output, the entry's hash counts.
  func places(of image: ImagePlan) -> [Int?] {
    // Made when an output isn't where the plan has it.
    var byPath: [ExactText: Int]?
    return image.outputs.enumerated().map { index, output in
      guard let path = output.path else { return nil }
      if outputs.indices.contains(index), outputs[index].isOf(output) { return index }
      let known = byPath ?? placesByPath(planned: image.outputs.contains(where: \.namesContent))
      byPath = known
      return known[ExactText(path)]
    }
  }

  /// The index in ``outputs`` of the entry of output `index` of `image`; nil if there is none.
  func place(ofOutput index: Int, of image: ImagePlan) -> Int? {
    let output = image.outputs[index]
    if outputs.indices.contains(index), outputs[index].isOf(output) { return index }
    return outputs.firstIndex { $0.isOf(output) }
  }

  /// The indices in ``outputs`` by their paths; with `planned` also by the planned paths that can stand behind them.
  private func placesByPath(planned: Bool) -> [ExactText: Int] {
    Dictionary(
      outputs.enumerated().flatMap { place, output in
        let sum = planned ? output.outcome.sha256 : nil
        let others = sum.map { OutputPath.plannedPaths(behind: output.path, of: $0) } ?? []
        return ([output.path] + others).map { (ExactText($0), place) }
      }, uniquingKeysWith: { one, _ in one })
  }
}

extension JournalOutput {
  /// True if the entry has the path of `output`.
  func isOf(_ output: OutputPlan) -> Bool {
    guard let planned = output.path else { return false }
    return path.hasSameBytes(as: planned)
      || output.namesContent && output.path(ofBytes: outcome.sha256)?.hasSameBytes(as: path) == true
  }
}
