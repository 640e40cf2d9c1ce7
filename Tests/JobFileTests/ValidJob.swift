/// Job files without a mistake.
enum ValidJob {
  static let all = [catalogue, everything, smallest]

  static let smallest = """
    version: 1
    sources: {path: a.jpg}
    outputs:
    - path: b.JPEG
    """

  static let catalogue = """
    # yaml-language-server: $schema=../schema/job-v1.json
    version: 1                         # required
    name: catalogue
    sources:
      - "photos/**/*.{jpg,jpeg}"
      - glob: "scans/*.jpg"
        exif_orientation: 6
      - path: scans/receipt-0412.jpg
        crop: {x: 120, y: 40, width: 1024, height: 1024}
    exclude: ["**/rejected/**"]
    output_root: out
    outputs:
      - path: "{dir}/{stem}-512.jpg"
        resize: {width: 512, height: 512, fit: inside}
        quality: 85
        chroma: "4:2:0"
      - path: "{dir}/{stem}-64.jpg"
        resize: {width: 64, height: 64, fit: cover}
    on_error: {policy: continue, max_failures: "1%", known: ignore}
    manifest: out/manifest.jsonl
    """

  static let everything = """
    outputs:
    - path: x/{stem}.{ext}
      orientation: ignore
      crop: {box: [1, 2, 3, 4], format: voc1, space: stored, round: inward, out_of_bounds: error}
      resize:
        height: 10
        fit: outside
        gravity: southeast
        filter: point
        enlarge: error
      metadata: {keep: []}
      background: "#a0B"
      format: jpeg
      quality: 0100
      chroma: 4:2:2
      progressive: true
      optimize: false
    - path: y.jpg
      resize: {width: 3, height: 4, fit: cover, focus: {x: 5, y: 6.5%}, enlarge: true}
      background: [0, 128, 255]
    sources:
    - path: no
      id: 0412
      optional: true
      orientation: keep
      metadata: {keep: [exif, xmp, comment, "dc:rights"], drop: [maker_notes, UserComment], gps: keep}
      background: '#010203'
      exif_orientation: 8
    - path: no
      id: "413"
    exclude: []
    version: "1"
    name: 2024
    output_root: /srv/out
    orientation: bake
    crop: {aspect: 1:1, focus: {x: 30%, y: 40}}
    resize: ^!512,512
    metadata: {gps: drop}
    background: "#fff"
    decode: {oversample: 1.5, embedded_thumbnail: when_large_enough, on_corrupt: truncated, verify: full}
    format: "jpeg"
    quality: "7"
    chroma: '4:4:4'
    progressive: "false"
    optimize: true
    on_error: {policy: stop, max_failures: 3, known: count}
    limits: {max_pixels: 1.5MP, max_file: 2 KiB, seconds_per_image: 0.5}
    hash: none
    manifest: m.jsonl
    isolation: none
    sandbox: off
    durability: each
    existing: keep
    state: /var/lib/jobs
    """
}
