/// Signatures that botocore's S3SigV4Auth made of requests with odd keys and queries.
enum SignatureVectors {
  struct Vector: Sendable {
    let key: String
    let query: [(String, String)]
    let region: String
    let hasToken: Bool
    /// The signature in hexadecimal digits.
    let code: String

    init(
      _ key: String, query: [(String, String)] = [], region: String, hasToken: Bool = false, _ code: String
    ) {
      (self.key, self.query, self.region, self.hasToken, self.code) = (key, query, region, hasToken, code)
    }
  }

  /// All are GET requests of 2013-05-24T00:00:00Z to `photos.s3.example.org`.
  static let all = [
    Vector(
      "photo.jpg", region: "us-east-1",
      "48aa2c9b94827f8a8bf84934275963ecedc18ee4c1c7b37af6a1d42054f6898a"),
    Vector(
      "", region: "eu-central-1",
      "ac9735053c70a5d719a7966dadcfdb1cc14e8d6ce33f25ec25ec465293faa2d5"),
    Vector(
      "a b.jpg", region: "cn-north-1", hasToken: true,
      "9bc676f7f017393db32d0ae9e258f5ba7353c292159e6f043f345d89168f1964"),
    Vector(
      "two  blanks", region: "auto",
      "718c2d02417f71efac0866fcf22a75e3b570a91dbfdff0feaec5b978d2b82d6e"),
    Vector(
      "a+b", region: "us-east-1",
      "10025ddc6e4f9be030c9d6f136bf8c359956c9468c8ca9b39042f6f52c37cd59"),
    Vector(
      "a=b", region: "eu-central-1", hasToken: true,
      "b1be046d9f359a45020e5b8caa1603d90e40636b5caf555fa674fc9b4d229ae5"),
    Vector(
      "50%", region: "cn-north-1",
      "694479000df194e65ba9fc9319e7792b00a145f60e44c11f8d7b81249b7d8c7e"),
    Vector(
      "50%25", region: "auto",
      "aeb7aeec5ab4a6a15dde0db2dae1bc8eb1fd4406df3bcacaf38ffd9aad292a0d"),
    Vector(
      "a%2Fb", region: "us-east-1", hasToken: true,
      "2bbcb347975859f8fbe9c014b9e739abb008fe7cf86b9450009df4adac800596"),
    Vector(
      "~user/x", region: "eu-central-1",
      "792c7abb08d2016b6978d6f273d98fea2b0e0bcd1b7455419dc9ca613b627044"),
    Vector(
      "a//b", region: "cn-north-1",
      "9240253cc662b1b81d80ef1f9a54b9468371c18d60c8536abc76f614e92b2ca3"),
    Vector(
      "//a", region: "auto", hasToken: true,
      "9e1bc09f12c384687951a5b756c1260629a732d9395a4da9323cb5ee68284039"),
    Vector(
      "a/", region: "us-east-1",
      "65d86bfee5d2cc09e22f0cec29a58af6cc1e28c547c4ace30298193d91d42422"),
    Vector(
      "./a", region: "eu-central-1",
      "fa5a92db57d1e2efbfe0fabfdc1321401bb3188c40fca68d2992bade35d0d704"),
    Vector(
      "../a", region: "cn-north-1", hasToken: true,
      "b706a6c2bc70b520897cdacdfcf1803cf006424db77e8de35e221bee7c701d25"),
    Vector(
      "a/../b", region: "auto",
      "ec00f3c0bc39726e8a11b695b8ae0b8aaa8b6829966ec6d1860734ba2839b741"),
    Vector(
      "a/.", region: "us-east-1",
      "6174a198bebbd120a771bae205d43270c2842b0c07b91c34cd43c9798c35d0ea"),
    Vector(
      "..", region: "eu-central-1", hasToken: true,
      "fb7d992d136511e54c4acc198fe8c2d32caf7a9afd7637424c1e20c179f9be0f"),
    Vector(
      "'quoted'", region: "cn-north-1",
      "a9216c9dbceefaf74cbe12ba7f82b47e5bb6f85586888163dd6967f9f88040a1"),
    Vector(
      "\"double\"", region: "auto",
      "3610a808b560e3e55ad7b10cb7b2c1ed95e013f6fce99a2752695e75d7f8f9e3"),
    Vector(
      "(1)*!", region: "us-east-1", hasToken: true,
      "df5fa9bba782d4902941df3cbdfd371c33e0772dc09df87b5de6e6ad94af5041"),
    Vector(
      "@:;,$", region: "eu-central-1",
      "054573268544bb1859d0defa1fbd59e515b034bbcfd1a448f6cdbe6b07beb6b0"),
    Vector(
      "a&b?c#d", region: "cn-north-1",
      "18077b228169e0a54c1824c66fc7750ec7ea48d7a6442832d3d05fa2a9860153"),
    Vector(
      "[1]{2}|^`", region: "auto", hasToken: true,
      "0c23db1ff38f20383ec82f4505e2e00af7ecfaedb5e74512d09f18cb2242e12f"),
    Vector(
      "back\\slash", region: "us-east-1",
      "59bec3dde9787c3427e1d26619127578c205d108614cf919c410888bdc2ba3f6"),
    Vector(
      "<a>", region: "eu-central-1",
      "351da1edc58f649d28a0ac8556ee3dc30c2e61cf702e40c140610d25044a8da1"),
    Vector(
      "é", region: "cn-north-1", hasToken: true,
      "79bffd0b5944221270427e6bebb1ecbefa8ef93243865ccd50dfb0e311a6c5e8"),
    Vector(
      "e\u{301}", region: "auto",
      "e043d37be4cc5c2fb644ac12b2df38efe78ff5e5f88b57aaba994e0763b64bb6"),
    Vector(
      "日本/写真.png", region: "us-east-1",
      "bb59fbfe85351550f52e51a9044ae0cb220f0a55c8cefe8895d29738ea161201"),
    Vector(
      "🦊", region: "eu-central-1", hasToken: true,
      "a0eb2a183a9701cb83226fed75cdd50921c78ffa4d54abf40776da5d4032a9fe"),
    Vector(
      "_-.~", region: "cn-north-1",
      "3e07c0a46b292e46ca72bda88a33e32134e1cde4a1df7948cda715ea65e1574d"),
    Vector(
      "nbsp\u{A0}", region: "auto",
      "5f95e37688d166e289565a7bb58377b046527dde794a4dd5d55d780e9986f4b3"),
    Vector(
      "line\u{2028}sep", region: "us-east-1", hasToken: true,
      "6b7e50ca11ddbe41cd4d04f23ddda9daec0e724ae4ca9e585d6dd08aba355f9e"),
    Vector(
      "", query: [("prefix", "a b")], region: "us-east-1",
      "a178c5fc1e78d89c8ff1c9e11a0abe2954a3885ad8d4432ab13109bc04fc5ac1"),
    Vector(
      "", query: [("prefix", "a+b/ü"), ("list-type", "2"), ("max-keys", "1000"), ("encoding-type", "url")],
      region: "us-east-1",
      "1cabe1671066daaa4dc839f07f89eb76e4b226462456cb8f97d0fc7c339c6fb5"),
    Vector(
      "", query: [("acl", "")], region: "us-east-1",
      "e6e4a2e58717078906068e18b092e111fd1ce7a477232119ff282b97438c7395"),
    Vector(
      "", query: [("b", "2"), ("a", "1"), ("a", "0")], region: "us-east-1",
      "ec1009b734cc9e2bd9021effa860cd024630aab2eee2b809f672a48f50834e6d"),
    Vector(
      "", query: [("a-b", "1"), ("a", "1"), ("A", "1")], region: "us-east-1",
      "4e53610eb2c27324a9344a6ae5c3d55e8d26c90ad2ae39dbf942a459cf5f9ed9"),
    Vector(
      "", query: [("continuation-token", "1/x+y=="), ("list-type", "2")], region: "us-east-1",
      "88b3c969a456fd4b054466802d2b6f5609206eed046484e8ecc505b16a4bf505"),
    Vector(
      "", query: [("x", "~"), ("x", "-"), ("x", "é")], region: "us-east-1",
      "15d1ae05b694bf53fdd06ad09c664ab2b03e664bc0aa5c6792d88fd38139630c"),
    Vector(
      "", query: [("prefix", ""), ("delimiter", "/")], region: "us-east-1",
      "50910a846a2b3324dd1934a37859be72f82522a3c44d9f48e367548fe5568d70"),
    Vector(
      "", query: [("p", "%2F")], region: "us-east-1",
      "b188110d8457265eb21e7a2412808280c8c01d8363b64d396604bf3380d3f160"),
    Vector(
      "", query: [("q'", "*")], region: "us-east-1",
      "2009a174d5a05023d480fca46db6cdd3c70636b2e78f7acdf62c0558bdb7acd5"),
  ]
}
