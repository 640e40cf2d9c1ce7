import Annotations
import ImageModel

extension AnnotationsTarget {
  /// Files of each format, right and wrong ones, and for CSV and JSON Lines in each format of boxes.
  package static func seeds() throws -> [[UInt8]] {
    let fixed: [(AnnotationFormat, [String])] = [
      (.coco, coco), (.yolo, yolo), (.voc, voc), (.hfImageFolder, huggingFace), (.labelStudio, labelStudio),
      (.labelme, labelme), (.yoloSeg, segments), (.yoloPose, poses), (.yoloOBB, corners), (.dota, dota),
      (.csv, csv), (.jsonl, jsonLines),
    ]
    let chosen = BoxFormat.allCases.flatMap { format in
      [
        [AnnotationsChoices.byte(.csv, format)] + Array(table(format).utf8),
        [AnnotationsChoices.byte(.jsonl, format)]
          + Array(#"{"image": "a.jpg", "bbox": [\#(numbers(format))]}"#.utf8),
      ]
    }
    return fixed.flatMap { format, texts in texts.map { [AnnotationsChoices.byte(format)] + Array($0.utf8) } }
      + chosen
  }

  private static func numbers(_ format: BoxFormat) -> String {
    switch format.whole {
    case nil: "10, 20, 30, 40"
    case 1: "0.25, 0.5, 0.75, 1"
    default: "25, 50, 50, 25"
    }
  }

  private static func table(_ format: BoxFormat) -> String {
    let names =
      switch format {
      case .coco, .labelStudio: "x,y,width,height"
      case .voc, .voc1, .albumentations: "xmin,ymin,xmax,ymax"
      case .yolo: "cx,cy,width,height"
      case .openimages: "xmin,xmax,ymin,ymax"
      case .tfds: "ymin,xmin,ymax,xmax"
      }
    return "image,\(names),category,id,image_width,image_height\n"
      + "a.jpg,\(numbers(format).split(separator: " ").joined()),cat,1,40,30\n"
  }

  private static let coco = [
    #"""
    {"info": {"year": 2017}, "images": [{"id": 1, "file_name": "a.jpg", "width": 40, "height": 30},
     {"id": 2, "file_name": "sub/b.jpg", "width": 30, "height": 40}],
     "annotations": [{"id": 11, "image_id": 1, "category_id": 7, "bbox": [1, 2, 3, 4], "segmentation": [[1, 2, 3, 4, 5, 6]]},
     {"id": 12, "image_id": 2, "category_id": 9, "bbox": [0.5, 1e1, 20.25, 5], "iscrowd": 0},
     {"id": 13, "image_id": 2, "category_id": 9, "bbox": [1, 2, 3, 4], "segmentation": {"counts": [600, 1, 599], "size": [40, 30]}},
     {"id": 14, "image_id": 2, "category_id": 9, "bbox": [1, 2, 3, 4], "segmentation": {"counts": "Xo0`[T25cdkML0[eP3", "size": [400, 425]}}],
     "categories": [{"id": 7, "name": "cat"}, {"id": 9, "name": "dog"}]}
    """#,
    #"""
    {"annotations": [{"id": 1, "image_id": "x", "category_id": "y", "bbox": [1, NaN, -Infinity, 4]}, {"id": 1, "image_id": 3},
     {"image_id": "x", "category_id": "y", "bbox": [1, 2, -3, 4]}, 5], "images": [{"id": "x", "file_name": "../a\ud83d\\.jpg"},
     {"id": "x", "file_name": "b.jpg"}, {"id": "z", "file_name": "b.jpg", "width": 1.0, "height": 2}], "categories": [{"id": "y"}]}
    """#, "{\"images\": [[[[", "\u{FEFF}{}",
  ]

  private static let yolo = [
    "0 0.5 0.25 0.125 0.5\n1 0.480109 0.631250 0.692969 0.713278 0.9\r\n",
    "7 .5 .5 1 1\n\n0 nan 0 0 0\n-1 1e9 0 0\n",
    "\u{FEFF}1 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2",
  ]

  private static let segments = [
    "0 0.1 0.1 0.2 0.1 0.2 0.2\n1 0.5 0.5 0.25 0.25\n0 0.1 0.1 0.2 0.1 0.2 0.2 0.9\n"
  ]
  private static let poses = ["0 0.5 0.5 0.5 0.5 0.25 0.25 2 0 0 0\n1 0.5 0.5 0.5 0.5 0.25 0.25 -1 -1\n"]
  private static let corners = ["0 0.1 0.2 0.5 0.1 0.6 0.4 0.2 0.5\n"]
  private static let dota = ["imagesource:GoogleEarth\ngsd:0.15\n10 20 50 10 60 40 20 50 small-vehicle 1\n"]

  private static let voc = [
    """
    <?xml version="1.0"?>
    <annotation verified="yes"><folder>f</folder><filename>a.jpg</filename><source><database>?</database></source>
    <size><width>500</width><height>375</height><depth>3</depth></size><segmented>0</segmented>
    <object><name>cat &amp; dog</name><pose>Rear</pose><bndbox><xmin>263</xmin><ymin>211</ymin><xmax>324</xmax>
    <ymax>339</ymax></bndbox><part><name>head</name><bndbox><xmin>1</xmin></bndbox></part></object>
    <object><bndbox><xmin>30</xmin><ymin>x</ymin><xmax>-1e7</xmax></bndbox></object></annotation>
    """, "<!DOCTYPE a [<!ENTITY b 'c'>]><annotation><filename>&b;</filename></annotation>",
    "<annotation><filename><![CDATA[../x.jpg]]></filename><object/></annotation><!-- -->",
    "<?xml version='1.0' encoding='ISO-8859-1'?><annotation><filename>&#xE9;</filename><object>",
  ]

  private static let huggingFace = [
    #"{"file_name": "a.jpg", "objects": {"bbox": [[302.0, 109.0, 73.0, 52.0]], "categories": [0], "id": [1]}}"#
      + "\n"
      + #"{"file_name": "b.jpg", "width": 4, "height": 3, "objects": {"bbox": [[1, 2], null], "category": ["x"]}}"#,
    #"{"file_name": "/x.jpg"}"# + "\r\n\r\n" + #"{"file_name": "a.jpg", "objects": [{"bbox": 1}]}"# + "\n{",
  ]

  private static let labelStudio = [
    #"""
    [{"id": 7, "annotations": [{"was_cancelled": false, "result": [{"original_width": 600, "original_height": 403, "id": "D",
     "type": "rectanglelabels", "value": {"x": 5.5, "y": 6, "width": 7, "height": 8, "rotation": 0, "rectanglelabels": ["cat"]}},
     {"id": "e", "type": "rectangle", "value": {"x": 5.5, "y": 6, "width": 7, "height": 8, "rotation": 30}},
     {"id": "e", "type": "labels", "value": {"labels": ["dog"]}}]}], "data": {"image": "/data/upload/1/a%20b.jpg"}},
     {"data": {"image": "http://h/data/local-files/?d=../x%2"}}, {"data": {"image": "s3://b/a?b"}}, 5]
    """#
  ]

  private static let labelme = [
    #"""
    {"version": "5.2.1", "shapes": [{"label": "cat", "points": [[40.5, 60], [10.25, 20]], "shape_type": "rectangle"},
     {"label": "dog", "points": [[5, 50], [20, 7.5], [30, 33]]}, {"points": [[1]], "shape_type": "circle"}],
     "imagePath": "..\\p\\a.jpg", "imageData": "/9j/4AAQ", "imageHeight": 30, "imageWidth": 40}
    """#, #"{"imagePath": "a/..", "shapes": 5}"#,
  ]

  private static let csv = [
    "\u{FEFF}\"image\",x,y,width,height,category\r\n\"a \"\"b\"\"\n.jpg\",1,2,3,4,\"c,d\"\r\n\r\n../a,1,2,3,4,\nb.jpg,inf,0x1,,-4,é\nb,\"",
    "path,x,y,width\n", "\n\n",
  ]

  private static let jsonLines = [
    #"{"image": "a.jpg", "bbox": [1, 2, 3, 4], "category": "cat", "id": "x\ud83d\ude00\u0000\udc00\ud83d\\", "width": 4, "height": 3}"#
      + "\r\n" + #"{"file_name": "a.jpg", "bbox": [-Infinity, 2, 3, 1e999], "id": 7}"# + "\n[]\n{\n\t\nNaN\n"
      + #"{"image": "a.jpg", "bbox": [5, 5, 0, 6], "category": 3, "width": 5, "height": 3}"#
  ]
}
