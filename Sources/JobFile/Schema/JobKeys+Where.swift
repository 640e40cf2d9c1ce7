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
  ]

  private static let aspectBound = JSONNode.above0("^[0-9]+(\\.[0-9]{1,4})?(:[0-9]+(\\.[0-9]{1,4})?)?$")
}
