"""Shapes of annotations in outputs, compared with an affine map in Python and the geometry of shapely."""

import json
import math
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy
from PIL import Image, ImageOps
from pycocotools import mask as masks
from shapely import make_valid
from shapely.geometry import MultiPoint, MultiPolygon, Polygon, box

UPRIGHT = os.environ["UPRIGHT"]

# Where a stored place x, y lies in the shown picture; the stored picture is w by h.
SHOWN = {
    1: lambda x, y, w, h: (x, y), 2: lambda x, y, w, h: (w - x, y), 3: lambda x, y, w, h: (w - x, h - y),
    4: lambda x, y, w, h: (x, h - y), 5: lambda x, y, w, h: (y, x), 6: lambda x, y, w, h: (h - y, x),
    7: lambda x, y, w, h: (h - y, w - x), 8: lambda x, y, w, h: (y, w - x),
}
CROPS = [None, (13, 9, 70, 55), (31, 22, 48, 64), (-12, -8, 90, 81)]
RESIZES = ["", ", resize: {width: 41, height: 57, fit: fill}", ", resize: {width: 90, height: 80, fit: contain}",
           ", resize: {width: 37}"]
NEAR = 1 / 64


def star(at, radius):
    """A polygon around a place, with corners at random distances; most are not convex."""
    count = at.randint(3, 14)
    x, y = at.uniform(0, 110), at.uniform(0, 90)
    turns = sorted(at.uniform(0, 2 * math.pi) for _ in range(count))
    return [(round(x + far * math.cos(turn), 2), round(y + far * math.sin(turn), 2))
            for turn in turns for far in [at.uniform(0.2, 1) * radius]]


def tangle(at, radius):
    """A polygon with corners in any order; most cross themselves."""
    x, y = at.uniform(0, 110), at.uniform(0, 90)
    return [(round(x + at.uniform(-radius, radius), 2), round(y + at.uniform(-radius, radius), 2))
            for _ in range(at.randint(4, 8))]


def surface(ring):
    """The surface of a ring by the even-odd rule."""
    made = make_valid(Polygon(ring))
    pieces = [piece for piece in getattr(made, "geoms", [made]) if piece.area > 0]
    return MultiPolygon([part for piece in pieces for part in getattr(piece, "geoms", [piece])])


def scanned(x, y):
    """The area of an outline by the even-odd rule, measured along 4,000 lines. Edges of it may lie on each other."""
    step = (max(y) - min(y)) / 4000
    lines = min(y) + (numpy.arange(4000) + 0.5) * step
    x, y = x[:, None], y[:, None]
    right, below = numpy.roll(x, -1, axis=0), numpy.roll(y, -1, axis=0)
    meets = (y <= lines) != (below <= lines)
    places = numpy.where(meets, x + (right - x) * (lines - y) / numpy.where(meets, below - y, 1), numpy.nan)
    places = numpy.sort(numpy.vstack([places, numpy.full((len(x) % 2, 4000), numpy.nan)]), axis=0)
    return numpy.nansum(places[1::2] - places[::2]) * step


def oblong(at):
    """A rectangle at an angle."""
    x, y, turn = at.uniform(0, 110), at.uniform(0, 90), at.uniform(0, 2 * math.pi)
    (a, b), (c, s) = (at.uniform(4, 40), at.uniform(3, 20)), (math.cos(turn), math.sin(turn))
    return [(x + p * c - q * s, y + p * s + q * c) for p, q in [(-a, -b), (a, -b), (a, b), (-a, b)]]


def flat(points):
    return [number for point in points for number in point]


class ShapesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "photos").mkdir()
        self.random = random.Random(34)

    def photo(self, name, tag):
        """Makes a picture, and returns its stored size."""
        # Never a square, whose size would leave the space open.
        size = self.random.sample(range(80, 120), 2)
        exif = Image.Exif()
        exif[0x0112] = tag
        Image.new("RGB", size, (90, 120, 60)).save(self.folder / "photos" / name, exif=exif)
        return size

    def outputs(self):
        lines = []
        for place, crop in enumerate(CROPS):
            cut = "" if crop is None else ", crop: {x: %d, y: %d, width: %d, height: %d, out_of_bounds: pad}" % crop
            lines += [f'  - {{path: "images/{{stem}}-{place}{number}.jpg"{cut}{resize}}}'
                      for number, resize in enumerate(RESIZES)]
        return "\n".join(lines)

    def run_job(self, sources, keys, exports):
        text = f"version: 1\nsources: {sources}\noutput_root: out\n{keys}\noutputs:\n{self.outputs()}\n{exports}\n"
        (self.folder / "job.yaml").write_text(text)
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=self.folder, check=True)
        lines = subprocess.run([UPRIGHT, "plan", "--json", "job.yaml"], cwd=self.folder, check=True,
                               capture_output=True, text=True).stdout.splitlines()
        plans = [json.loads(line) for line in lines]
        self.contents = {output["path"]: output["content"] for plan in plans
                         for output in plan.get("outputs", []) if "path" in output}

    def geometry(self, path, shown):
        """The map from the shown picture to an output, and the window of the output that shows the picture."""
        with Image.open(self.folder / "out" / path) as made:
            tag = made.getexif().get(0x0112, 1)
            stored, size = made.size, ImageOps.exif_transpose(made).size
        left, top, width, height = self.contents[path]
        if tag != 1:
            corners = [SHOWN[tag](x, y, *stored) for x, y in [(left, top), (left + width, top + height)]]
            (left, top), (right, bottom) = [tuple(map(edge, zip(*corners))) for edge in (min, max)]
            width, height = right - left, bottom - top
        x, y, cut_width, cut_height = CROPS[int(path[-6])] or (0, 0, *shown)
        across, down = width / cut_width, height / cut_height

        def place(point):
            return ((point[0] - x) * across + left, (point[1] - y) * down + top)

        first = place((max(0, x), max(0, y)))
        last = place((min(shown[0], x + cut_width), min(shown[1], y + cut_height)))
        return place, box(*first, *last), size

    def check_polygon(self, path, found, rings, window):
        """Compares an exported object with the rings that lie in the window."""
        parts = [surface(ring) for ring in rings]
        seen = [part.intersection(window) for part in parts]
        area = sum(part.area for part in seen)
        if area < 0.02:
            if found is not None:
                self.assertLess(found["area"], 0.05)
            return
        self.assertIsNotNone(found, path)
        self.assertLessEqual(abs(found["area"] - area), max(area / 1000, 0.05), path)
        self.assertAlmostEqual(found["visible"], area / sum(part.area for part in parts), delta=0.002)
        pieces = [piece for part in seen for piece in getattr(part, "geoms", [part]) if piece.area > 0]
        # Rounding may take a sliver away.
        if all(piece.area > 0.05 for piece in pieces):
            left, top, right, bottom = MultiPolygon(pieces).bounds
            for one, other in zip(found["bbox"], (left, top, right - left, bottom - top)):
                self.assertLessEqual(abs(one - other), NEAR, path)
        written = [point for ring in found["segmentation"] for point in zip(ring[::2], ring[1::2])]
        lines = window.boundary
        for part in seen:
            lines = lines.union(part.boundary)
        for point in written:
            self.assertLessEqual(lines.distance(MultiPoint([point])), NEAR, path)
        # An outline has no corners where it crosses itself.
        for piece in pieces if all(Polygon(ring).is_valid for ring in rings) else []:
            for point in piece.exterior.coords if piece.area > 0.05 else []:
                self.assertLessEqual(MultiPoint(written).distance(MultiPoint([point])), NEAR, path)

    def check_mask(self, found, rings, window, size):
        """pycocotools draws the same as from the parts that shapely cuts."""
        width, height = size
        parts = [piece for ring in rings for part in [surface(ring).intersection(window)]
                 for piece in getattr(part, "geoms", [part]) if piece.area > 0]

        def draw(outlines):
            return masks.decode(masks.merge(masks.frPyObjects(outlines, height, width))) if outlines else 0

        wanted = numpy.zeros((height, width), bool)
        for piece in parts:
            holes = draw([flat(hole.coords[:-1]) for hole in piece.interiors])
            wanted |= (draw([flat(piece.exterior.coords[:-1])]) & ~numpy.uint8(holes)).astype(bool)
        differences = numpy.count_nonzero(wanted != draw(found["segmentation"]))
        # A sample on the edge may fall to either side. Where an outline crosses itself, several edges are near.
        share = 0.05 if all(Polygon(ring).is_valid for ring in rings) else 0.15
        self.assertLessEqual(differences, share * sum(piece.length for piece in parts) + 3)

    def check_coco(self, space, orientation, draw=star):
        images, annotations, known = [], [], {}
        tags = [1, 5, 6, 7, 8] if space == "declared" else range(1, 9)
        for number in range(16):
            tag = tags[number % len(tags)]
            width, height = self.photo(f"p{number}.jpg", tag)
            shown = (height, width) if tag > 4 else (width, height)
            is_stored = space == "stored" or space == "declared" and number % 2 == 0
            declared = (width, height) if is_stored else shown
            images.append({"id": number, "file_name": f"p{number}.jpg", "width": declared[0], "height": declared[1]})
            for _ in range(9):
                rings = [draw(self.random, self.random.choice([6, 25, 60])) for _ in range(self.random.randint(1, 2))]
                rings = [ring for ring in rings
                         if surface(ring).area > 1 and (draw is tangle or Polygon(ring).is_valid)]
                points = [(round(self.random.uniform(-5, 110), 2), round(self.random.uniform(-5, 90), 2),
                           self.random.randint(0, 2)) for _ in range(3)]
                if not rings:
                    continue
                edges = MultiPoint([point for ring in rings for point in ring]).bounds
                identity = str(len(annotations))
                annotations.append({
                    "id": identity, "image_id": number, "category_id": 1,
                    "bbox": [edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1]],
                    "segmentation": [flat(ring) for ring in rings], "keypoints": flat(points)})
                if is_stored:
                    rings = [[SHOWN[tag](*point, width, height) for point in ring] for ring in rings]
                    points = [(*SHOWN[tag](x, y, width, height), seen) for x, y, seen in points]
                known[identity] = (number, rings, points, shown)
        (self.folder / "boxes.json").write_text(json.dumps({
            "images": images, "annotations": annotations, "categories": [{"id": 1, "name": "thing"}]}))
        self.run_job(
            f"{{annotations: boxes.json, format: coco, images: photos, space: {space}, "
            "shapes: [polygons, keypoints], crop: full}", f"orientation: {orientation}",
            "exports: [{format: coco, path: all.json}, {format: yolo-seg, path: classes.txt}]")
        coco = json.loads((self.folder / "out/all.json").read_text())
        paths = {image["id"]: image["file_name"] for image in coco["images"]}
        sizes = {image["file_name"]: (image["width"], image["height"]) for image in coco["images"]}
        found = {(paths[record["image_id"]], record["source_id"]): record for record in coco["annotations"]}
        checked = 0
        for path in paths.values():
            lines = (self.folder / "out" / path.replace("images", "labels").replace("jpg", "txt")).read_text()
            written = [record for (place, _), record in found.items() if place == path]
            self.assertEqual(len(lines.splitlines()), len(written))
            for line, record in zip(lines.splitlines(), written):
                numbers = list(map(float, line.split()[1:]))
                x, y = (numpy.array(numbers[axis::2]) * sizes[path][axis] for axis in (0, 1))
                area = abs(numpy.dot(x, numpy.roll(y, 1)) - numpy.dot(y, numpy.roll(x, 1))) / 2
                if draw is tangle:
                    # Rings that overlap count twice in the area, and not at all by the even-odd rule of one line.
                    area = scanned(x, y) if len(record["segmentation"]) == 1 else record["area"]
                self.assertLessEqual(abs(area - record["area"]), 0.002 * record["area"] + 0.05)
            for identity, (number, rings, points, shown) in known.items():
                if path.split("/")[1].split("-")[0] != f"p{number}":
                    continue
                place, window, size = self.geometry(path, shown)
                self.assertEqual(size, sizes[path])
                rings = [[place(point) for point in ring] for ring in rings]
                record = found.get((path, identity))
                self.check_polygon(path, record, rings, window)
                if record is None:
                    continue
                if record["area"] > 50:
                    self.check_mask(record, rings, window, size)
                for at, (x, y, seen) in enumerate(points):
                    x, y = place((x, y))
                    left, top, right, bottom = window.bounds
                    if min(x - left, right - x, y - top, bottom - y) < -NEAR:
                        seen = 0
                    elif min(x - left, right - x, y - top, bottom - y) < NEAR:
                        continue
                    wanted = (x, y, seen) if seen else (0, 0, 0)
                    for one, other in zip(record["keypoints"][3 * at:3 * at + 3], wanted):
                        self.assertLessEqual(abs(one - other), NEAR, path)
                checked += 1
        self.assertGreater(checked, 700)

    def test_polygons_and_keypoints(self):
        for space, orientation in [("display", "bake"), ("stored", "keep"), ("declared", "bake")]:
            with self.subTest(space=space):
                self.check_coco(space, orientation)

    def test_polygons_that_cross_themselves(self):
        for space, orientation in [("display", "bake"), ("stored", "keep")]:
            with self.subTest(space=space):
                self.check_coco(space, orientation, tangle)

    def test_oriented_boxes(self):
        (self.folder / "labels").mkdir()
        known = {}
        for number in range(16):
            tag = number % 8 + 1
            width, height = self.photo(f"p{number}.jpg", tag)
            shown = (height, width) if tag > 4 else (width, height)
            boxes = [oblong(self.random) for _ in range(8)]
            known[f"p{number}"] = (boxes, shown)
            (self.folder / "labels" / f"p{number}.txt").write_text("imagesource:x\ngsd:1\n" + "".join(
                " ".join(f"{number:.2f}" for number in flat(corners)) + f" c{place} {place % 2}\n"
                for place, corners in enumerate(boxes)))
        self.run_job("{annotations: labels, format: dota, images: photos, space: display, crop: full}", "",
                     "exports: [{format: dota}, {format: yolo-obb, path: classes.txt}]")
        checked = 0
        for path in self.contents:
            boxes, shown = known[path.split("/")[1].split("-")[0]]
            place, window, size = self.geometry(path, shown)
            text = (self.folder / "out" / path.replace("images", "labelTxt").replace("jpg", "txt")).read_text()
            found = {line.split()[8]: line.split() for line in text.splitlines()}
            lines = (self.folder / "out" / path.replace("images", "labels").replace("jpg", "txt")).read_text()
            for line, words in zip(lines.splitlines(), found.values(), strict=True):
                for at, number in enumerate(line.split()[1:]):
                    self.assertAlmostEqual(float(number), float(words[at]) / size[at % 2], delta=1e-5)
            for at, corners in enumerate(boxes):
                corners = numpy.array([place(tuple(round(number, 2) for number in point)) for point in corners])
                seen = Polygon(corners).intersection(window)
                words = found.get(f"c{at}")
                if seen.area < 0.05:
                    continue
                self.assertEqual(words[9], str(at % 2))
                written = numpy.array(list(map(float, words[:8]))).reshape(4, 2)
                # The parts of the visible part's points along both sides of the box.
                sides = numpy.array([corners[1] - corners[0], corners[3] - corners[0]]).T
                shares = numpy.linalg.solve(sides, (numpy.array(seen.exterior.coords) - corners[0]).T).T
                (s, t), (u, v) = shares.min(axis=0), shares.max(axis=0)
                wanted = numpy.array([corners[0] + sides @ share for share in [(s, t), (u, t), (u, v), (s, v)]])
                wanted = numpy.clip(wanted, 0, size)
                self.assertLessEqual(numpy.abs(written - wanted).max(), NEAR, path)
                checked += 1
        self.assertGreater(checked, 900)


if __name__ == "__main__":
    unittest.main()
