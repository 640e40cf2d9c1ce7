/// The names and the skeleton of keypoints that an annotation file gives for a category. The coding keys are those of
/// COCO.
package struct CategoryKeypoints: Codable, Hashable, Sendable {
  package let category: String
  /// The names of the keypoints, in their order.
  package let names: [String]
  /// Pairs of keypoints that a line joins. They count from 1.
  package let skeleton: [[Int]]

  package enum CodingKeys: String, CodingKey {
    case category
    case names = "keypoints"
    case skeleton
  }

  package init(category: String, names: [String], skeleton: [[Int]]) {
    (self.category, self.names, self.skeleton) = (category, names, skeleton)
  }
}
