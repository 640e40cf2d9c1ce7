import ImageModel
import Planning
import System

/// A set of pictures with its annotations.
package struct AuditSubject: Sendable {
  /// The plans of all items of the set, in source order.
  package let images: [ImagePlan]
  package let sets: [AnnotatedSet]
  /// The split of each image; empty if the set has none but those that its folders name.
  package let splits: [String]
  /// Names of pictures below the folders of annotated pictures that neither annotations nor plans name. Nil if all
  /// pictures in these folders are planned.
  package let unannotated: [String]?
  /// The files and folders beside the plan that can't be read.
  package let unread: [FoundAnnotations.Unread]
  /// The name of a source as messages print it.
  package let shown: @Sendable (String) -> String
  /// True for the images that annotations name.
  let isNamed: [Bool]
  /// The indices of the images that are pictures of the set. Of images of one page of one file, only the first counts.
  /// Filtered images don't belong to the set; ``places`` has them, so that annotations find them.
  let pictures: [Int32]
  /// The index of the first image of each source, filtered ones too.
  let places: [ExactText: Int32]

  package init(
    _ images: [ImagePlan], _ sets: [AnnotatedSet], splits: [String], unannotated: [String]?,
    unread: [FoundAnnotations.Unread] = [],
    shown: @escaping @Sendable (String) -> String
  ) {
    (self.images, self.sets, self.splits) = (images, sets, splits)
    (self.unannotated, self.unread, self.shown) = (unannotated, unread, shown)
    var pictures: [Int32] = []
    var places: [ExactText: Int32] = [:]
    var pages: Set<Page> = []
    for (place, image) in images.enumerated() where image.isPicture {
      let number = Int32(clamping: place)
      let isNew = places[ExactText(image.source)] == nil
      if isNew { places[ExactText(image.source)] = number }
      guard image.page == nil ? isNew : pages.insert(Page(image)).inserted, image.error?.code != .filtered
      else { continue }
      pictures.append(number)
    }
    (self.pictures, self.places) = (pictures, places)
    var isNamed = [Bool](repeating: false, count: images.count)
    for set in sets {
      for picture in set.table.pictures.indices {
        if let place = places[ExactText(set.source(ofPicture: picture))] { isNamed[Int(place)] = true }
      }
    }
    self.isNamed = isNamed
  }

  private struct Page: Hashable {
    let source: ExactText
    let page: Int?

    init(_ image: ImagePlan) { (source, page) = (ExactText(image.source), image.page) }
  }

  /// True if the set has neither pictures nor annotations.
  package var isEmpty: Bool { pictures.isEmpty && sets.isEmpty }

  /// The index of the image of a source; nil if the set has no such picture.
  package func place(of source: String) -> Int32? { places[ExactText(source)] }

  /// The plan of picture `place` of a set of annotations; nil if the picture isn't planned, or isn't there.
  func image(_ set: AnnotatedSet, _ place: Int) -> (place: Int32, plan: ImagePlan)? {
    guard let found = self.place(of: set.source(ofPicture: place)) else { return nil }
    let plan = images[Int(found)]
    return plan.error?.code == .notFound ? nil : (found, plan)
  }
}

extension ImagePlan {
  /// False for an annotation file or a list, which stands in a plan because of its faults.
  var isPicture: Bool { version != nil || storedSize != nil || error != nil || bytes != nil }
}
