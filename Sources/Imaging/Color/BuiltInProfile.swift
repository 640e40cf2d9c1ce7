import ImageModel

/// ICC profiles made by this code, so that their bytes never change (ICC.1:2022, version 4.4).
package enum BuiltInProfile {
  case srgb, displayP3
  /// Grey with the curve of sRGB.
  case grey

  /// The bytes of the whole profile.
  package var bytes: [UInt8] {
    switch self {
    case .srgb:
      Self.profile(
        "sRGB",
        columns: [
          Vector(0.436041, 0.222485, 0.013920), Vector(0.385113, 0.716905, 0.097067),
          Vector(0.143046, 0.060610, 0.713913),
        ])
    case .displayP3:
      Self.profile(
        "Display P3",
        columns: [
          Vector(0.515119, 0.241189, -0.001050), Vector(0.291978, 0.692244, 0.041879),
          Vector(0.157103, 0.066567, 0.784071),
        ])
    case .grey: Self.profile("sRGB grey", columns: [])
    }
  }

  /// The bytes of a profile with a curve and a matrix. The matrix's columns are the primaries adapted to D50;
  /// a grey profile has no columns. `adaptation` converts from the profile's white to D50.
  static func profile(
    _ name: String, curve: ToneCurve = .srgb, columns: [Vector], adaptation: Matrix = d65
  ) -> [UInt8] {
    let space = columns.isEmpty ? "GRAY" : "RGB "
    let curve = parametric(curve)
    var tags: [(name: String, body: [UInt8])] = [
      ("desc", text(name)), ("cprt", text("CC0")), ("wtpt", xyz(Vector(0.9642, 1, 0.8249))),
      ("chad", Array("sf32".utf8) + number(0) + adaptation.rows.flatMap(fixed)),
    ]
    if columns.isEmpty { tags.append(("kTRC", curve)) }
    for (letter, column) in zip(["r", "g", "b"], columns) {
      tags.append((letter + "XYZ", xyz(column)))
    }
    for (letter, _) in zip(["r", "g", "b"], columns) { tags.append((letter + "TRC", curve)) }
    var table = number(tags.count)
    var bodies: [UInt8] = []
    let start = 128 + 4 + 12 * tags.count
    var places: [[UInt8]: Int] = [:]
    for tag in tags {
      let place = places[tag.body] ?? start + bodies.count
      if places[tag.body] == nil {
        places[tag.body] = place
        bodies += tag.body + [UInt8](repeating: 0, count: -tag.body.count & 3)
      }
      table += Array(tag.name.utf8) + number(place) + number(tag.body.count)
    }
    return header(space, size: start + bodies.count) + table + bodies
  }

  /// The profile's header (ICC.1:2022, 7.2). The date is the publication date of the ICC version.
  private static func header(_ space: String, size: Int) -> [UInt8] {
    let date = [2022, 5, 1, 0, 0, 0].flatMap { [UInt8]($0, count: 2) }
    let white = fixed(0.9642) + fixed(1) + fixed(0.8249)
    return number(size) + number(0) + [4, 0x40, 0, 0] + Array("mntr\(space)XYZ ".utf8) + date
      + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28) + white + [UInt8](repeating: 0, count: 48)
  }

  private static func parametric(_ curve: ToneCurve) -> [UInt8] {
    let (type, numbers) = curve.parameters
    return Array("para".utf8) + number(0) + [0, type, 0, 0] + numbers.flatMap(fixed)
  }

  /// Bradford's matrix from the white D65 to the white D50 (ICC.1:2022, 9.2.15).
  private static let d65 = Matrix(
    Vector(1.047886, 0.029582, -0.009252), Vector(0.022919, 0.990484, 0.015073),
    Vector(-0.050216, -0.017079, 0.751678))

  private static func xyz(_ value: Vector) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + fixed(value.x) + fixed(value.y) + fixed(value.z)
  }

  /// The element that holds `text` for all languages (ICC.1:2022, 10.15).
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { [UInt8](Int($0), count: 2) }
    return Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8) + number(units.count)
      + number(28) + units
  }

  private static func number(_ value: Int) -> [UInt8] {
    [UInt8](value, count: 4)
  }

  /// The value as an s15Fixed16Number (ICC.1:2022, 4.6).
  private static func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
}
