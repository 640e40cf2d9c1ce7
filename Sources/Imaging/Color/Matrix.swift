/// Three numbers in a column.
struct Vector {
  var x: Double
  var y: Double
  var z: Double

  init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  var isPositive: Bool { x > 0 && y > 0 && z > 0 }

  static func * (vector: Vector, factor: Double) -> Vector {
    Vector(vector.x * factor, vector.y * factor, vector.z * factor)
  }

  static func + (one: Vector, other: Vector) -> Vector {
    Vector(one.x + other.x, one.y + other.y, one.z + other.z)
  }
}

/// Three columns of three numbers.
struct Matrix {
  var columns: (Vector, Vector, Vector)

  init(_ first: Vector, _ second: Vector, _ third: Vector) { columns = (first, second, third) }

  /// Bradford's cone matrix.
  static let bradford = Matrix(
    Vector(0.8951, -0.7502, 0.0389), Vector(0.2664, 1.7135, -0.0685), Vector(-0.1614, 0.0367, 1.0296))

  /// The matrix's nine numbers, row by row.
  var rows: [Double] {
    let (a, b, c) = columns
    return [a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z]
  }

  static func * (matrix: Matrix, vector: Vector) -> Vector {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  static func * (matrix: Matrix, other: Matrix) -> Matrix {
    Matrix(matrix * other.columns.0, matrix * other.columns.1, matrix * other.columns.2)
  }

  /// The inverse matrix. If the matrix has no inverse, the result's numbers are infinite.
  var inverse: Matrix {
    let (a, b, c) = columns
    func cross(_ one: Vector, _ other: Vector) -> Vector {
      Vector(
        one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z,
        one.x * other.y - one.y * other.x)
    }
    let rows = (cross(b, c), cross(c, a), cross(a, b))
    let determinant = a.x * rows.0.x + a.y * rows.0.y + a.z * rows.0.z
    return Matrix(
      Vector(rows.0.x, rows.1.x, rows.2.x) * (1 / determinant),
      Vector(rows.0.y, rows.1.y, rows.2.y) * (1 / determinant),
      Vector(rows.0.z, rows.1.z, rows.2.z) * (1 / determinant))
  }
}
