import ImageModel
import JobFile
import Planning
import Reporting
import Running
import Survey
import System

/// Compares a planned job with its job lock.
package struct LockComparison {
  private let header: ManifestHeader
  private let annotations: AnnotationFiles
  private let images: [ImagePlan]
  private let isOfInterest: (String) -> Bool

  private var differences = LockDifferences()
  private var lockedAnnotations: LockedFiles
  private var lockedSources: LockedFiles
  /// False if the job file or the versions differ from those in the job lock. Recipes then differ too, and
  /// are not compared.
  private var hasSameHeader = true

  /// Compares `images` with a job lock. `header` names the job and the versions, and `annotations` names the
  /// annotation files. `isOfInterest` returns true for the name of a source to compare. `images` has all
  /// images of these sources.
  package init(
    _ header: ManifestHeader, _ annotations: AnnotationFiles, _ images: [ImagePlan],
    isOfInterest: @escaping (String) -> Bool
  ) {
    self.header = header
    self.annotations = annotations
    self.images = images
    self.isOfInterest = isOfInterest
    lockedAnnotations = LockedFiles(count: annotations.names.count) { (annotations.names[$0], "") }
    lockedSources = LockedFiles(count: images.count) { (images[$0].source, images[$0].id) }
  }

  /// Reads the job lock, hashes the files, and reports the differences.
  ///
  /// Throws ``LockFault`` for a damaged line, and ``Stopped`` after a stop request. Throws ``Halted`` for a
  /// failure that doesn't lie in one file.
  package mutating func run(
    _ lock: ByteFeed, _ sources: SourceHashing, _ sums: FileHashing
  ) throws -> LockDifferences {
    try read(lock)
    try annotations.forEachSum(sums) { place, sum in
      compare(sum, lockedAnnotations.entries[place], .annotations(annotations.names[place]))
    }
    var next = 0
    try sources.forEach(images, at: placesToHash) { place, sum in
      tellUnhashed(upTo: place, from: &next)
      compare(sum, lockedSources.entries[place], subject(place))
    }
    tellUnhashed(upTo: images.count, from: &next)
    return differences
  }

  private mutating func read(_ lock: ByteFeed) throws(LockFault) {
    try LockReader.read(lock) { line throws(FileFault) in
      switch line {
      case .header(let locked): compare(locked)
      case .annotations(let name, let sum):
        if let place = try lockedAnnotations.find((name, "")) {
          lockedAnnotations.set(LockedFiles.Entry(sum: sum, hasSameRecipe: true), at: place)
        } else {
          differences.add(.file(.annotations(name), .missing))
        }
      case .source(let locked): try take(locked)
      }
    }
  }

  private mutating func compare(_ locked: ManifestHeader) {
    if locked.jobSHA256 != header.jobSHA256 { differences.add(.jobFile) }
    if locked.recipeNumber != header.recipeNumber {
      differences.add(.tool(locked: locked.madeBy, now: header.madeBy))
    }
    for name in LibraryVersions.names + LibraryVersions.drawingNames {
      let (locked, now) = (locked.libraries.version(of: name), header.libraries.version(of: name))
      if locked != now { differences.add(.library(name, locked: locked, now: now)) }
    }
    hasSameHeader = differences.isEmpty
  }

  private mutating func take(_ locked: LockedSource) throws(FileFault) {
    guard isOfInterest(locked.source) else { return }
    guard let place = try lockedSources.find((locked.source, locked.id)) else {
      return differences.add(.file(.source(locked.source, id: locked.id), .missing))
    }
    let hasSameRecipe =
      !hasSameHeader || Recipe.digest(of: images[place], versions: header.versions) == locked.recipe
    lockedSources.set(LockedFiles.Entry(sum: locked.sum, hasSameRecipe: hasSameRecipe), at: place)
  }

  /// The indices of sources that must be hashed. A new source, or a source of another size, differs whatever
  /// its hash is.
  private var placesToHash: [Int32] {
    images.indices.lazy.filter { unhashed($0) == nil }.map { Int32(clamping: $0) }
  }

  /// The difference between a source and the job lock; nil if only reading the source can show a difference.
  private func unhashed(_ place: Int) -> LockDifference.Kind? {
    guard let entry = lockedSources.entries[place] else { return .added }
    guard let locked = entry.sum?.bytes, let now = images[place].bytes, now != locked else { return nil }
    return .size(locked: locked, now: now)
  }

  private mutating func tellUnhashed(upTo end: Int, from next: inout Int) {
    while next < end {
      if let kind = unhashed(next) { differences.add(.file(subject(next), kind)) }
      next += 1
    }
  }

  private mutating func compare(
    _ sum: Result<FileHash, ImageError>, _ locked: LockedFiles.Entry?, _ subject: LockDifference.Subject
  ) {
    if let kind = Self.difference(sum, locked) { differences.add(.file(subject, kind)) }
  }

  private static func difference(
    _ sum: Result<FileHash, ImageError>, _ locked: LockedFiles.Entry?
  ) -> LockDifference.Kind? {
    guard let locked else { return .added }
    switch (locked.sum, sum) {
    case (let locked?, .success(let now)):
      if locked.bytes != now.bytes { return .size(locked: locked.bytes, now: now.bytes) }
      if locked.sha256 != now.sha256 { return .content }
    case (.some, .failure(let error)): return .unreadable(error.finding.message)
    case (nil, .success): return .readable
    case (nil, .failure): break
    }
    return locked.hasSameRecipe ? nil : .recipe
  }

  private func subject(_ place: Int) -> LockDifference.Subject {
    .source(images[place].source, id: images[place].id)
  }
}
