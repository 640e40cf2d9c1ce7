"""What 'upright preview' shows, in a real browser: boxes lie around what was painted where they are, and only there."""

import base64
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageOps

from browser import dom, screenshot

UPRIGHT = os.environ["UPRIGHT"]

# The picture as shown: a marker on grey in a frame that tells where in the screenshot the picture is.
SIZE = (600, 400)
BOX = (300, 70, 90, 50)
GREY, FRAME, MARKER = (128, 128, 128), (0, 0, 170), (0, 170, 0)
# How what is cut is drawn: in order, and where its space is doubtful.
CUT, DOUBTFUL = (0x00, 0xD5, 0xFF), (0xFF, 0x4D, 0xF0)
# How a picture comes to lie in its file that is to be shown by an orientation (EXIF 2.32, 4.6.4 A, tag 274).
STORING = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def rectangle(x, y, width, height):
    """The corners that Pillow draws between: the last pixel belongs to it."""
    return (x, y, x + width - 1, y + height - 1)


def photo(orientation: int) -> Image.Image:
    """The painted picture as it lies in the file."""
    shown = Image.new("RGB", SIZE, FRAME)
    draw = ImageDraw.Draw(shown)
    draw.rectangle(rectangle(10, 10, SIZE[0] - 20, SIZE[1] - 20), GREY)
    draw.rectangle(rectangle(*BOX), MARKER)
    way = STORING[orientation]
    return shown if way is None else shown.transpose(way)


def bounds(picture: Image.Image, colour, tolerance=60):
    """The box around all pixels of about this colour; None without any."""
    bands = [
        band.point(lambda value, wanted=wanted: 255 if abs(value - wanted) <= tolerance else 0)
        for band, wanted in zip(picture.split(), colour)
    ]
    first, second, third = (band.convert("1") for band in bands)
    return ImageChops.logical_and(ImageChops.logical_and(first, second), third).getbbox()


class Elements(HTMLParser):
    """The tags of a page, and the text of its headings."""

    def __init__(self, text: str):
        super().__init__()
        self.tags, self.addresses, self.headings, self._depth = [], [], [], 0
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.addresses += [value for name, value in attributes if name in ("src", "href", "srcset", "action")]
        if tag == "h2":
            self._depth = 1
            self.headings.append("")

    def handle_endtag(self, tag):
        if tag == "h2":
            self._depth = 0

    def handle_data(self, data):
        if self._depth:
            self.headings[-1] += data


class PreviewTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def preview(self, orientation: int, space: str, name="photo.jpg", category="thing") -> Path:
        """The page of a job that cuts the marker, whose box is written as it lies in the picture as shown."""
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = photo(orientation)
        stored.save(self.folder / name, exif=exif, quality=95, subsampling=0)
        with Image.open(self.folder / name) as picture:
            self.assertEqual(ImageOps.exif_transpose(picture).size, SIZE)
        boxes = {
            "images": [{"id": 1, "file_name": name, "width": SIZE[0], "height": SIZE[1]}],
            "categories": [{"id": 1, "name": category}],
            "annotations": [{"id": 7, "image_id": 1, "category_id": 1, "bbox": BOX}],
        }
        (self.folder / "boxes.json").write_text(json.dumps(boxes))
        (self.folder / "job.yaml").write_text(
            "version: 1\n"
            f"sources: {{annotations: boxes.json, format: coco, space: {space}}}\n"
            'output_root: out\noutputs: [{path: "{id}.jpg"}]\n')
        subprocess.run([UPRIGHT, "preview", "job.yaml"], cwd=self.folder, check=True, capture_output=True)
        return self.folder / "job.preview.html"

    def drawn(self, page: Path):
        """The picture as the browser shows it with all that is drawn over it, and where what is cut is drawn on it."""
        shown = screenshot(page, 1200, 1000)
        place = bounds(shown, FRAME)
        self.assertIsNotNone(place, "the picture isn't shown")
        picture = shown.crop(place)
        # As large as a preview's picture is: 512 on its longer side.
        for side, wanted in zip(picture.size, (512, 341)):
            self.assertAlmostEqual(side, wanted, delta=2)
        cuts = [found for colour in (CUT, DOUBTFUL) if (found := bounds(picture, colour))]
        self.assertEqual(len(cuts), 1, "what is cut isn't drawn, or drawn in two ways")
        return picture, cuts[0]

    def crop(self, page: Path) -> Image.Image:
        """The output that the page shows."""
        data = re.search(r'<img src="data:image/jpeg;base64,([^"]+)"', page.read_text())[1]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    def test_right_space(self):
        for orientation in STORING:
            with self.subTest(orientation=orientation):
                page = self.preview(orientation, "display")
                picture, cut = self.drawn(page)
                scale = picture.width / SIZE[0]
                left, top, width, height = (value * scale for value in BOX)
                for edge, wanted in zip(cut, (left, top, left + width, top + height)):
                    self.assertAlmostEqual(edge, wanted, delta=4)
                marker = bounds(picture, MARKER)
                for edge, own in zip(marker, cut):
                    self.assertAlmostEqual(edge, own, delta=8)
                self.assertEqual(self.crop(page).size, BOX[2:])
                self.assertEqual(bounds(self.crop(page), MARKER), (0, 0, *BOX[2:]))
                self.assertNotIn("space_doubtful", page.read_text())

    def test_wrong_space(self):
        for orientation in list(STORING)[1:]:
            with self.subTest(orientation=orientation):
                page = self.preview(orientation, "stored")
                picture, cut = self.drawn(page)
                # The marker is there, and not where the box is.
                self.assertIsNotNone(bounds(picture, MARKER))
                self.assertIsNone(bounds(picture.crop(cut), MARKER))
                self.assertIsNone(bounds(self.crop(page), MARKER))
                # Only where width and height are exchanged does the declared size tell.
                is_told = bounds(picture, DOUBTFUL) is not None
                self.assertEqual(is_told, orientation > 4)
                self.assertEqual("space_doubtful" in page.read_text(), orientation > 4)

    def test_no_address_leads_out(self):
        page = self.preview(6, "display").read_text()
        elements = Elements(page)
        self.assertEqual(len(elements.addresses), 2)
        for address in elements.addresses:
            self.assertRegex(address, r"\Adata:image/jpeg;base64,[A-Za-z0-9+/]+=*\Z")
        rest = re.sub(r'"data:image/jpeg;base64,[^"]+"', "", page)
        for part in ("http:", "https:", "//", "url(", "@import"):
            self.assertNotIn(part, rest)

    def test_names_are_text(self):
        name = "\"'><img src=x onerror=alert(1)><script>document.title=1;<.jpg"
        page = self.preview(6, "display", name=name, category="</title></text></svg><script>1<!--")
        elements = Elements(dom(page))
        self.assertEqual(elements.headings, [name])
        self.assertEqual(elements.tags.count("img"), 1)
        self.assertEqual(elements.tags.count("script"), 0)
        self.assertEqual(elements.tags.count("section"), 1)
        self.assertEqual(elements.tags.count("footer"), 1)


if __name__ == "__main__":
    unittest.main()
