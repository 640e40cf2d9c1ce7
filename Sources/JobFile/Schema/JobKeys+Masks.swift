import ImageModel

/// Keys of mask files.
extension JobKeys {
  private static let masksPath = JobKey(
    "path", .pattern("^[^/].*\\{|^\\{"),
    "The mask file of a picture, a PNG below the base folder: {dir} {stem} {name} {ext} {hash8} {job}.")
  static let masks: [JobKey] = [
    masksPath,
    JobKey(
      "space", .choice(AnnotationSpace.self), default: "declared",
      "How masks lie over pictures: as a viewer shows the picture, as its pixels lie in the file, or by the size of the mask."
    ),
  ]
  static let masksKey = JobKey(
    "masks", .any(masksPath.values, .mapping(masks, required: ["path"])),
    "The mask files of pictures, which outputs show by 'mask'.")

  private static let maskPath = JobKey(
    "path", .pattern("\\.[pP][nN][gG]$"), "The file to write, with the variables of an output's 'path'.")
  static let mask: [JobKey] = [
    maskPath,
    JobKey("pad", .whole(0...65535), default: 0, "The label beside the picture."),
  ]
  static let maskKey = JobKey(
    "mask", .any(maskPath.values, .mapping(mask, required: ["path"])),
    "The PNG with the part of the picture's mask file that this output shows.")
}
