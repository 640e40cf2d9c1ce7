import Net
import Remote
import Testing

@Suite struct ObjectListingTests {
  /// A page with these elements.
  private func page(_ content: String, before: String = "") throws(StoreFault) -> ObjectListing {
    let text =
      before + "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(content)"
      + "</ListBucketResult>"
    return try ObjectListing(Array(text.utf8))
  }

  private func object(_ key: String, _ more: String = "<Size>1</Size>") -> String {
    "<Contents><Key>\(key)</Key>\(more)</Contents>"
  }

  private func message(_ content: String, before: String = "") throws -> String {
    try #require(#expect(throws: StoreFault.self) { try page(content, before: before) }).message
  }

  @Test("A page as Amazon's documentation shows one")
  func documented() throws {
    let listing = try ObjectListing(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
          <Name>quotes</Name>
          <Prefix>E</Prefix>
          <StartAfter>ExampleGuide.pdf</StartAfter>
          <KeyCount>1</KeyCount>
          <MaxKeys>3</MaxKeys>
          <IsTruncated>false</IsTruncated>
          <Contents>
            <Key>ExampleObject.txt</Key>
            <LastModified>2013-09-17T18:07:53.999Z</LastModified>
            <ETag>&quot;599bab3ed2c697f1d26842727561fd94&quot;</ETag>
            <Size>857</Size>
            <StorageClass>REDUCED_REDUNDANCY</StorageClass>
            <Owner><ID>1</ID><DisplayName>x</DisplayName></Owner>
          </Contents>
          <CommonPrefixes><Prefix>E/</Prefix></CommonPrefixes>
        </ListBucketResult>
        """.utf8))
    try #require(listing.objects.count == 1)
    let object = listing.objects[0]
    #expect(object.key == "ExampleObject.txt")
    #expect(object.bytes == 857)
    #expect(object.tag?.text == "\"599bab3ed2c697f1d26842727561fd94\"")
    // date -u -d 2013-09-17T18:07:53 +%s
    #expect(object.modified == 1_379_441_273)
    #expect(listing.next == nil)
  }

  @Test("Keys are decoded if the page says that they are encoded, and only then")
  func encoding() throws {
    let keys = ["a+b%2Bc%25", "%C3%A9/%22"]
    let encoded = try page(keys.map { object($0) }.joined() + "<EncodingType>url</EncodingType>")
    #expect(encoded.objects.map(\.key) == ["a b+c%", "é/\""])
    #expect(try page(keys.map { object($0) }.joined()).objects.map(\.key) == keys)
  }

  @Test("A page that isn't the last one has a token", arguments: ["true", "True"])
  func pages(_ word: String) throws {
    let more = "<IsTruncated>\(word)</IsTruncated>"
    let token = "<NextContinuationToken>1/x+y==</NextContinuationToken>"
    #expect(try page(token + more).next == "1/x+y==")
    #expect(try page("<IsTruncated>False</IsTruncated>" + token).next == nil)
    #expect(try message(more) == "it has more pages, but no token that asks for the next one")
    #expect(try message(more + "<NextContinuationToken/>").contains("no token"))
    #expect(try message("<IsTruncated>yes</IsTruncated>") == "its IsTruncated is neither true nor false")
  }

  @Test("More than 1000 objects are read, in their order")
  func many() throws {
    let keys = (0..<3000).map { "k\($0)" }
    #expect(try page(keys.map { object($0) }.joined()).objects.map(\.key) == keys)
  }

  @Test(
    "Times",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -1), ("2000-02-29T12:00:00+02:00", 951_818_400),
      ("2000-02-29T08:30:00-01:30", 951_818_400), ("2000-02-29t10:00:00.000z", 951_818_400),
      ("", nil), ("2000-02-30T00:00:00Z", nil), ("2000-02-29", nil), ("2000-02-29T10:00:00", nil),
      ("2000-02-29T10:00:00.Z", nil), ("2000-02-29T10:00:00Z ", nil), ("2000-02-29T10:00:00+2:00", nil),
    ] as [(String, Int?)])
  func times(_ text: String, _ seconds: Int?) throws {
    let listing = try page(object("k", "<Size>1</Size><LastModified>\(text)</LastModified>"))
    #expect(listing.objects.first?.modified == seconds)
  }

  @Test("Elements of the same names elsewhere don't count")
  func elsewhere() throws {
    let listing = try page(
      object("k", "<Size>1</Size><Owner><Key>x</Key><Size>y</Size></Owner>")
        + "<Other><Contents><Key>z</Key></Contents><IsTruncated>true</IsTruncated></Other><Key>w</Key>")
    #expect(listing.objects.map(\.key) == ["k"])
    #expect(listing.next == nil)
  }

  @Test(
    "Hostile pages are refused",
    arguments: [
      ("<Contents><Size>1</Size></Contents>", "no key"),
      ("<Contents><Key/><Size>1</Size></Contents>", "no key"),
      ("<Contents><Key>%FF</Key><Size>1</Size></Contents><EncodingType>url</EncodingType>", "isn't UTF-8"),
      ("<Contents><Key>k</Key></Contents>", "isn't a number of bytes"),
      ("<Contents><Key>k</Key><Size>-1</Size></Contents>", "isn't a number of bytes"),
      ("<Contents><Key>k</Key><Size>99999999999999999999</Size></Contents>", "isn't a number of bytes"),
      ("<Contents><Key>k</Key><Size>1 </Size></Contents>", "isn't a number of bytes"),
      ("<Contents>", "no XML"), ("&amp;&lt;&x;", "no XML"), ("\u{1}", "no XML"),
      (
        String(repeating: "<a>", count: 16) + String(repeating: "</a>", count: 16), "nested more than 16 deep"
      ),
      ("<Prefix>\(String(repeating: "a", count: (16 << 10) + 1))</Prefix>", "more than 16384 bytes of text"),
    ])
  func hostile(_ content: String, _ words: String) throws {
    #expect(try message(content).contains(words))
  }

  @Test("A document type is refused, so no entity is expanded")
  func doctype() throws {
    for type in [
      "<!DOCTYPE x>", "<!DOCTYPE x [<!ENTITY a \"aaaa\">]>", "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">",
    ] {
      #expect(
        try message("<Prefix>&a;</Prefix>", before: type) == "it has a document type, which isn't taken")
    }
  }

  @Test(
    "Other texts are no list",
    arguments: ["", "<Error><Code>NoSuchKey</Code></Error>", "<a><ListBucketResult/></a>", "<html>", "\u{0}"])
  func noList(_ text: String) {
    #expect(throws: StoreFault.self) { try ObjectListing(Array(text.utf8)) }
  }

  @Test("Each cut of a page is refused or is no list")
  func cuts() {
    let whole = Array("<ListBucketResult>\(object("é"))</ListBucketResult>".utf8)
    for count in whole.indices {
      #expect(throws: StoreFault.self) { try ObjectListing(Array(whole[..<count])) }
    }
    #expect(throws: Never.self) { try ObjectListing(whole) }
  }
}

@Suite struct StoreErrorTests {
  @Test("The code and the region of an error")
  func error() throws {
    let error = try #require(
      StoreError(
        Array(
          """
          <?xml version="1.0"?>
          <Error><Code>AuthorizationHeaderMalformed</Code><Message>x</Message><Region>eu-west-1</Region></Error>
          """.utf8)))
    #expect(error.code == "AuthorizationHeaderMalformed")
    #expect(error.region == "eu-west-1")
    #expect(StoreError(Array("<Error><Code>NoSuchKey</Code></Error>".utf8))?.region == nil)
  }

  @Test(
    "Other bodies name no error",
    arguments: [
      "", "no xml", "<Error/>", "<Error><Code></Code></Error>", "<Error><Code>a b</Code></Error>",
      "<Error><Code>NoSuchKey</Code>", "<a><Error><Code>NoSuchKey</Code></Error></a>",
      "<!DOCTYPE a><Error><Code>NoSuchKey</Code></Error>", "<html><body>404</body></html>",
    ])
  func none(_ body: String) {
    #expect(StoreError(Array(body.utf8)) == nil)
  }
}
