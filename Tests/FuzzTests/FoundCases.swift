import Foundation
import FuzzTargets
import Testing

/// An input that the fuzzer once found something with, and that finds nothing any more.
struct FoundCase: Sendable, CustomTestStringConvertible {
  var target: any FuzzTarget.Type
  /// What was wrong.
  var testDescription: String
  /// At most 1 KB of base64.
  var base64: String
}

@Suite struct FoundCases {
  static let all = [
    FoundCase(
      target: FrozenPlanTarget.self,
      testDescription: "A plan with a source's time and no size lost the time when it was written",
      base64: """
        eyJpbmRleCI6MSwic291cmNlIjoiYSIsImlkIjoiYSIsIm1vZGlmaWVkIjoxLCJpbm9kZSI6MiwidW50YWdnZWQiOmZhbHNlLCJwZWFrX2J5dGVz
        IjowLCJoYXNoIjoibm9uZSIsInNlY29uZHNfcGVyX2ltYWdlIjozMCwib25fY29ycnVwdCI6ImVycm9yIiwidmVyaWZ5IjoiY3JvcCIsImRlY29k
        ZXMiOltdLCJvdXRwdXRzIjpbXSwiZXJyb3IiOnsiY29kZSI6ImNvcnJ1cHQiLCJtZXNzYWdlIjoibSJ9LCJ3YXJuaW5ncyI6W119
        """),
    FoundCase(
      target: MetadataEditorTarget.self,
      testDescription: "The fields of GeoTIFF are kept by the name gps",
      base64: """
        BAAAAB4ASUkqACwBAAADAAEAAgAEAAAAUjk4AAEQBCWIBAABAAAAAAIQBAABAAAA4AEAAAAAAAAEAAEAAgACAAAATgAAAAIABQADAAAAaAAAAAYA
        BQABAAAAgAAAAB0AAgALAAAAiAAAAAAAAAAwAAAAAQAAAAgAAAABAAAADgAAAAEAAAAIAgAAAQAAADIwMjQ6MDE6MDIAAAYAmoIFAAEAAADiAAAA
        AJAHAAQAAAAwMjMyA5ACABQAAADqAAAAAqAEAAEAAACAAgAAA6ADAAEAAADgAQAABaAEAAEAAAAIAAAAAAAAAAEAAAABAAAAMjAyNDowMTowMiAw
        MzowNDowNQD/2P/ZAwADAQMAAQAAAAYAAAABAgQAAQAAAP4AAAACAgQAAQAAAAQAAAAAAAAABwAPAQIABgAAAIYBAAASAQMAAQAAAAYAAAAaAQUA
        AQAAAIwBAAA7AQIABAAAAEFubgCYggIACQAAAJQBAACxhwQAAQAAAJQAAAAliAQAAQAAADQAAAACAQAATWFrZXIASAAAAAEAAAAyMDI0IEFubgAA
        """),
    FoundCase(
      target: PNGRowsTarget.self,
      testDescription: "A row that was inflated together with damage was given, and libpng does not give it",
      base64:
        "ywh/B72vEUaJUE5HDQoaCgAAAA1JSERSAAAAAQAAAO8CAAAAALIsiREAAAAlSURBVFgJY2BgYGBgYGBgYGBgYGBgYGBgYGBgYMbGxsbGxsbGxsYfxmBgYGBgSQ=="
    ),
    FoundCase(
      target: PNGRowsTarget.self,
      testDescription: "Rows were given from the last code of data that is used up, where libpng gives none",
      base64:
        "oq4R17PcMGyJUE5HDQoaCgAAAA1JSERSAAAAAQAAAAQBAAAAAGejaJcAAAAGSURBVBjTY2pFQAI5TkSuQlft7UPxiVBORw0KGgoAAAANSUhEUgAAAAMAAAAICAYAAAA870V8AAAAc0lEQVRoBQFoAJf/A0c4K09FJINNGzNNHATl+jRJG02wzjsAICoBTWJx"
    ),
    FoundCase(
      target: PictureHeaderTarget.self,
      testDescription: "A TIFF with a wrong number of photometric interpretations is corrupt",
      base64: """
        SUkrAAgAAAAQAAAAAAAAAAQAAAAAAAAAAAEQAAEAAAAAAAAABQAAAAAAAAABAQQAAQAAAAAAAAAGAAAAAAAAAAIBAwABAAAAAAAAAAgAAAAAAAAA
        BgEDAAEAAAB6AAAAAwAAAAAAAABwAAAAFGZ0eXBoZZec/////5eaaVVuAAAAAAAAAAQAAAAAAAAAAAEQAAEAAAAAAAAABQAAAAAAAAABAQQAAQAA
        AAAAAAAGAAAAAAAAAAIBAwABAAAAAHNhZmVCdUJNihAAAABjAAAAoG1ldGEAAAAAAAAADnBpdG0AAAAAAAEAAAAQaWyrq6urq6urq6urq6urq6ur
        q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urb2MBAAAARAAAAAAAACMAAACKAAAAfAAAAAAACAAAAAAA
        AAAGAQMAAQAAAAAAAAADAAAAAAAAAAUAAAAGAABpaW5mAAAAAAABLgAAABVpbmZlAgAAAAABAAAAAGh2YwAABBAAAHwAAzEAAAAAAAAAAAA=
        """),
    FoundCase(
      target: ExifOrientationTarget.self,
      testDescription:
        "Of two orientation tags libexif takes the second, as the first one's values are missing",
      base64: """
        TU0AKgAAAK7/AAEAAAAEAAAAAAAEAQ8AAgAAAAYAAADkARIAAwAAAAEABgAAh2kABAAAAAEAAABUiCUABAAAAAEAAAAMAAAAkE1ha2U5OAAA
        AAAAAASSfAAHAAAABgAAAIqgAgAEAAAAAQAAAoCgAwADAAAAAQHgAACgBQAEAAAAAQAAAEIAAAAAAQIDBAUGAAICAQAEAAAAAQAAAAgCAgAE
        AAAAAQAAAAAABgAAAOQBEgADAAQAAAAAAAQBDwACAAAABgAAAOQBEgADAAAAAQAGAACHaQAEAAAAAQAAAFSIJQAEAAAAAQAAAAwAAACQTWFr
        ZXIA
        """),
    FoundCase(
      target: AnnotationsTarget.self,
      testDescription: "What expat says of a closed root followed by text depended on the pieces",
      base64: "Ajxhbm5vdGF0aW9uPjxmaWxldC8+PC9hbm5vdGF0aW9uPi5qcGddXT48L2ZpbGVuYW1lPjw="),
    FoundCase(
      target: AnnotationsTarget.self,
      testDescription: "The same behind text in the root",
      base64: "Ajxhbm5vdGF0aW9uPj48L2Fubm90YXRpb24+LmpwZ11dPjwvZmlsZW5hbWU+PA=="),
    FoundCase(
      target: MetadataEditorTarget.self,
      testDescription:
        "A place in a processing instruction, which some readers let end at the first '>', was kept",
      base64: """
        KgABAAABPD94cGFja2V0IGJlZ2luPSfvu78nIGlkPSdXNU1uIHJkZjphYm91dD0nJyB4bWxuczp0aWZmPSdodHRwOi8vbnMuYWRv
        YmUuY29tL3RpZmYvMS4wLycgeG1sbnM6ZXhpZj0naHR0cDovL25zLmFkb2JlLmNvbS9leGlmLzEuMC8nIHhtbG5zOmRjPSdodHRw
        Oi8vcHVybC5vcmcvZGMvZWxlbWVudHMvMS4xLycgeG1sbnM6eG1wPSdodHRwOi8vbnMuYWRvYmUuY29tL3hhcC8xLjAvJz4KIDx0
        aWZmOk9yaWVudGF0aW9uPjY8L3RpZmY6T3JpZW50YXRpb24+CiA8ZXhpZjpQaXhlbFlEaW1lbnNpb24+OTYwPC9leGlmOlBncHMh
        LS0gYSBub3RlIC0tPgogPGRjOnRpdGxlTGF0aXR1ZGU+MjQsOE48L2V4aWY6R1BTTGF0aXR1ZGU+CiA8eG1wOlJhdGluZz41PC94
        bXA6UmF0aW5nPgogPHRpZmY6Q29weXJpZ2h0PjIwMjQgQW5uPC90aWZmOjIwMjQgQW5uPC90aWZmOkNvcHlyaWdodD4KPC9yZGY6
        RGVzY3JpcHRpb24+CjwvcmRmOlJERj4KPC94OnhtcG1ldGE+CiAgCjw/eHBhY2tldCBlbmQ9J3cnPz4=
        """),
    FoundCase(
      target: ReducedJPEGTarget.self,
      testDescription:
        "A run beyond its scan's band, of which libjpeg makes a coefficient, was missed in a scan without a kept one",
      base64: """
        5JUL/1fogtIq6UUrEKVBnv/Y/+4ADkFkb2JlAGQAAAAAAP/bAEMALB4hJyEcLCckJzAvLDVCb0hCPT1CiGFmUG+hjammno2bmLHH/9ix
        vPG/mJve/+Dx//////+s1f/////////////CABEIAAcAAwNSMQBHFABCIQD/xAAUAAEAAAAAAAAAAAAAAAAAAAAC/90ABAAF/9oACAFC
        AAAAAV//xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAFCAAE/AX//xAAVAAEBAAAAAAAAAAAAAAAAAAAAAv/aAAoCUgBHAAAAARY//8QA
        FxABAAMAAAAAAAAAAAAAAAAAAQARIf/aAAgBQgABPxAUAMKJ/8QAFhABAQEAAAAAAAAAAAAAAAAAAwER/9oACAFSAAEFAAul/8QAFhAB
        AQEAAAAAAAAAAAAAAAAAAQAx/9oACAFSAA8wANS//8QAFBABAAAAAAAAAAAAAAAAAAAAIf/aAAgBUgAxMgB//9k=
        """),
    FoundCase(
      target: PNGRowsTarget.self,
      testDescription: "An IDAT chunk that reaches over IEND hid the end of the file",
      base64: """
        5gJFZwFbsDKJUE5HDQoaCgAAAA1JSERSAAAABgAAAAgQBgAAAIpWUnsAAAEUSURBVCgVAYgBd/4DcY9uV1WGfH1ODy0IOz4pMyIOSmQ10lBbVfUn
        ZzfNHr0f4TeVKI9T+zMwJdU9eS6vAxiuSDAxWyZXFnsEuycODiAN1dx/DbsKkffsJ/IM5vDRGfMDfuyK7o37zRj5BmkKewNflzX/WadO0ObBAo3X
        f/2p+dwTPxK39ajtu9yw1Sz+0er5AYsWgAjZ9VLvIPUNGYoDHYxPDkDgHsAV2PNJ/oAKzQgO8b36GAUdBlYmjgZ45A7+jOtYAXT3HxmsFNMABRRH
        AydAFbg/ijCF+aAgPA335Ujmhw8N2kUYIRGV3eoLs+t4E/T1bv+MI1EM4PVMCjzjngNRz0sBRrw6pwuO/hTk+gxg7Svgo/eUGEWH6Z0AAAB/SURB
        VDvqCfN5KSIOogezIfzzIwnS8hr3z+k67WkDGisvlja2HJ/uguuKDFcRriUKJo74UAv+JhkZH9tD+4bqSQAPBlvy7PUW4MEGy/enA0agPjA/dD1C
        AbIiAe8D2+P4f/wLECDypQw8/GDxgwGA/Gsgm1V2sdWejzHCAAAAAElFTkSuQmCC
        """),
    FoundCase(
      target: PathTemplateTarget.self,
      testDescription: "The plain replacement of the target didn't know the variable {page}",
      base64: "LntwYWdlfQBwL+fnAGTndAA="),
    FoundCase(
      target: MetadataEditorTarget.self,
      testDescription: "A directory of EXIF that held only a wrong orientation was kept without fields",
      base64: """
        GgAA/wUATU0AKgAAAUAAAwESAAMAAAABAAYAABABAAQAAAAyAAACgBACAAQBAAABAAAB4AAAAAAABAABAAIAAAACTgAAAAACAAUAAAADAAAAaAAG
        AAUAAAABAAAAgAAdAAIAAAALAAAAiAAAAAAAAAAwAAAAAQAAAAgAAAABAAAADgAAAAEAAAIIAAAAATIwMjQ6MDE6MDIAAAAHgpoABQAAAAEAAADu
        kAAABwAAAAQwMjMykAMAAgAAABQAAAD2knwABwAAAAgAAAEKoAIABAAAAAEAAAKAoAMAAwAAAAEB4AAAoAUABAAAAAEAAAAIAAAAAAAAAAEAAEEB
        MjAyNDowMTowMiAwMzowNDowNQBVbmtub3duAP/Y/9kAAwEDAAMAAAABAAYAAAIBAAQAAAABAAABEgICAAQAAAABAAAABAAAAAAABzwvcmRmOkRl
        c2NyaXB0aW9uPgABAAYAAAEaAAUAAAABAAABoAE7AAIAAAAEQW5uAIKYAAIAAAAJAAABqIdpAAQAAAABAAAAlIglAAQAMgAAAAAAHAJQgARNYWtl
        cgAAAABIAAAAATIwMjQgQW5uAAA=
        """),
  ]

  @Test(arguments: all) func isMended(_ found: FoundCase) throws {
    #expect(found.base64.utf8.count <= 1024)
    let bytes = [UInt8](try #require(Data(base64Encoded: found.base64, options: .ignoreUnknownCharacters)))
    #expect(found.target.fault(bytes) == nil)
  }
}
