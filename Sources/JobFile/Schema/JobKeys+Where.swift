import ImageModel

/// Keys about the pictures that a job takes.
extension JobKeys {
  static let whereKey = JobKey(
    "where", .mapping(conditions),
    "The bounds within which a picture must lie; others are filtered, which is no failure.")

  static let conditions: [JobKey] = [
    JobKey("min_width", .whole(1...65500), "The least width of a picture as shown, in pixels."),
    JobKey("min_height", .whole(1...65500), "The least height of a picture as shown, in pixels."),
    JobKey(
      "min_aspect", aspectBound, "The least width to height of a picture as shown, as in \"1:2\" or 0.5."),
    JobKey(
      "max_aspect", aspectBound, "The greatest width to height of a picture as shown, as in \"2:1\" or 2."),
    JobKey(
      "min_sharpness", .decimal().with(.limits(0, 1_000_000)),
      "The least variance of the Laplacian of the small grey picture."),
    JobKey(
      "min_entropy", .decimal().with(.limits(0, 8)),
      "The least entropy of the grey levels of the small grey picture, in bits."),
    JobKey(
      "not_blank", .flag, default: false,
      "true: the grey levels of the small grey picture must deviate by at least 4 from their mean."),
    JobKey(
      "not_duplicate", .mapping(notDuplicate),
      "A picture that looks like an earlier one is filtered: their phash differs in few bits."),
  ]

  static let notDuplicate: [JobKey] = [
    JobKey(
      "of", .choice(NotDuplicate.Scope.self), default: "job",
      "The pictures that are compared: all of the job, or those of one folder."),
    JobKey(
      "distance", .whole(0...HashIndex.farthest), default: 4,
      "The most bits in which the hashes of copies differ."),
  ]

  private static let aspectBound = JSONNode.above0("^[0-9]+(\\.[0-9]{1,4})?(:[0-9]+(\\.[0-9]{1,4})?)?$")
}
