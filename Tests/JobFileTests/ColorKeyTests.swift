import Testing

/// The key `color`.
struct ColorKeyTests {
  private static let profiles =
    "'profile' must be keep, srgb, display-p3 or a file that ends in .icc or .icm, not"

  @Test(
    "What isn't taken is refused at its place",
    arguments: [
      .job("color: srgb", "4:8: 'color' must be a mapping with 'profile', not 'srgb'"),
      .output("path: a.png\ncolor: {profile: adobe}", "5:22: \(profiles) 'adobe'"),
      .output("path: a.png\ncolor: {profile: sRGB}", "5:22: \(profiles) 'sRGB'"),
      .job(
        "color: {profile: srgb, intent: saturation}",
        "4:32: 'intent' must be 'relative' or 'perceptual', not 'saturation'"),
      .job("color: {on_untagged: fail}", "4:22: 'on_untagged' must be assume-srgb, not 'fail'"),
      .job("color: {linear: yes}", "4:17: 'linear' must be true or false, not 'yes'"),
      .job("color: {profle: srgb}", "4:9: unknown key 'profle': did you mean 'profile'?"),
      .source(
        "path: a.jpg\ncolor: {profile: srgb}",
        "4:5: 'color' doesn't belong here: it goes at the top level or in an entry of 'outputs'"),
    ] as [WrongJob])
  func refused(_ job: WrongJob) { job.check() }

  @Test(
    "What is taken",
    arguments: [
      .job("color: {profile: keep, intent: perceptual, on_untagged: assume-srgb, linear: true}"),
      .output("path: a.png\ncolor: {profile: display-p3}"),
      .output("path: a.png\ncolor: {profile: profiles/Press.ICC}"),
      .output("path: a.png\ncolor: {profile: a.icm}"),
    ] as [WrongJob])
  func taken(_ job: WrongJob) { job.check() }
}
