"""Masks of annotations and mask files in outputs, compared sample for sample with numpy and with pycocotools."""

import io
import json
import os
import random
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", HF_DATASETS_DISABLE_PROGRESS_BARS="1")

import datasets
import numpy
import webdataset
from PIL import Image
from pycocotools import mask as masks

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())

# The shown picture of an array of stored samples, by the orientation tag.
SHOWN = {
    1: lambda a: a, 2: lambda a: a[:, ::-1], 3: lambda a: a[::-1, ::-1], 4: lambda a: a[::-1],
    5: lambda a: a.T, 6: lambda a: a.T[:, ::-1], 7: lambda a: a.T[::-1, ::-1], 8: lambda a: a.T[::-1],
}
FILL = "resize: {width: %d, height: %d, fit: fill}"
CUT = "crop: {x: %d, y: %d, width: %d, height: %d, out_of_bounds: pad}"
OUTPUTS = [
    "", CUT % (7, 5, 25, 20), CUT % (-6, -4, 70, 60), FILL % (21, 29), CUT % (11, 12, 14, 19) + ", " + FILL % (90, 57),
    CUT % (-5, 3, 31, 40) + ", resize: {width: 40, height: 30, fit: contain}", "resize: {width: 17}",
]
FILE_OUTPUTS = [
    "", CUT % (-6, -4, 70, 60), FILL % (21, 29),
    CUT % (-5, 3, 31, 40) + ", resize: {width: 40, height: 30, fit: contain}",
]
TILES = "{width: 20, height: 16, overlap: 4, edge: pad, min_visible: \"20%\"}"


def noise(at, width, height):
    """A mask of a random kind: single samples, stripes, blobs, a filled or an empty picture."""
    kind, values = at.randrange(6), numpy.random.default_rng(at.getrandbits(32))
    mask = numpy.zeros((height, width), numpy.uint8)
    if kind == 0:
        mask[:] = values.random((height, width)) < at.choice([0.002, 0.1, 0.5, 0.98])
    elif kind == 1:
        mask[:, values.random(width) < 0.4] = 1
    elif kind == 2:
        mask[values.random(height) < 0.4] = 1
    elif kind == 3:
        mask[:] = at.randrange(2)
    else:
        for _ in range(at.randint(1, 5)):
            y, x = numpy.ogrid[:height, :width]
            left, top = at.uniform(0, width), at.uniform(0, height)
            far, high = at.uniform(1, 20), at.uniform(1, 20)
            inside = ((x - left) / far) ** 2 + ((y - top) / high) ** 2 < 1
            mask[inside] = 1 if kind == 4 else 1 - mask[inside]
    return mask


def cut(mask, box, size, pad=0):
    """The samples that a picture of `size` shows of the box of `mask`, by the formula of docs/annotations.md."""
    x, y, width, height = box
    rows, columns = ((2 * numpy.arange(count) + 1) * extent // (2 * count) + start
                     for count, extent, start in [(size[1], height, y), (size[0], width, x)])
    padded = numpy.full((size[1], size[0]), pad, mask.dtype)
    inside = numpy.ix_((rows >= 0) & (rows < mask.shape[0]), (columns >= 0) & (columns < mask.shape[1]))
    padded[inside] = mask[numpy.ix_(rows[(rows >= 0) & (rows < mask.shape[0])],
                                    columns[(columns >= 0) & (columns < mask.shape[1])])]
    return padded


class MaskCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "photos").mkdir()
        self.random = random.Random(34)

    def placed(self, path, output, mask, pad=0):
        """The samples of an output that show a shown mask."""
        (left, top, width, height), size = output["content"], self.sizes[path]
        if output["orientation_mode"] == "keep":
            shown = SHOWN[output["orientation"]]
            blank = numpy.zeros((output["size"][1], output["size"][0]), numpy.uint8)
            blank[top:top + height, left:left + width] = 1
            (top, left), (bottom, right) = (edges(numpy.argwhere(shown(blank)), axis=0)
                                            for edges in (numpy.min, numpy.max))
            width, height = int(right - left + 1), int(bottom - top + 1)
        whole = numpy.full((size[1], size[0]), pad, mask.dtype)
        whole[top:top + height, left:left + width] = cut(mask, output["crop"], (width, height), pad)
        return whole


class MasksTest(MaskCase):
    """Masks of COCO, which exports list."""

    def annotate(self, space, pictures, each):
        """Writes pictures and COCO with masks; returns the shown mask by its id, and pictures' orientations."""
        images, annotations, known = [], [], {}
        tags = [1, 5, 6, 7, 8] if space == "declared" else range(1, 9)
        for number in range(pictures):
            tag = tags[number % len(tags)]
            # Never a square, whose size would leave the space open.
            width, height = self.random.sample(range(30, 50), 2)
            exif = Image.Exif()
            exif[0x0112] = tag
            Image.new("RGB", (width, height), (90, 120, 60)).save(self.folder / f"photos/p{number}.jpg", exif=exif)
            is_stored = space == "stored" or space == "declared" and number % 2 == 0
            if not is_stored and tag > 4:
                width, height = height, width
            images.append({"id": number, "file_name": f"p{number}.jpg", "width": width, "height": height})
            for _ in range(each):
                mask = noise(self.random, width, height)
                coded = masks.encode(numpy.asfortranarray(mask))
                counts = coded["counts"].decode()
                if self.random.random() < 0.5:
                    flat = mask.flatten(order="F")
                    ends = numpy.flatnonzero(numpy.diff(flat)) + 1
                    counts = numpy.diff([0, *ends, flat.size]).tolist()
                    counts = [0] + counts if flat[0] else counts
                crowd = self.random.randrange(2)
                annotations.append({
                    "id": len(annotations), "image_id": number, "category_id": 1, "iscrowd": crowd,
                    "bbox": masks.toBbox(coded).tolist(), "segmentation": {"counts": counts, "size": [height, width]}})
                known[str(annotations[-1]["id"])] = (number, SHOWN[tag](mask) if is_stored else mask, crowd)
        (self.folder / "boxes.json").write_text(json.dumps({
            "images": images, "annotations": annotations, "categories": [{"id": 1, "name": "thing"}]}))
        return known

    def run_job(self, space, keys, outputs):
        (self.folder / "job.yaml").write_text(
            "version: 1\nsources: {annotations: boxes.json, format: coco, images: photos, "
            f"space: {space}, shapes: masks, crop: full}}\noutput_root: out\n{keys}\noutputs:\n{outputs}\n"
            "exports: [{format: coco, path: all.json}, {format: hf-imagefolder, path: metadata.jsonl}]\n")
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=self.folder, check=True)
        lines = subprocess.run([UPRIGHT, "plan", "--json", "job.yaml"], cwd=self.folder, check=True,
                               capture_output=True, text=True).stdout.splitlines()
        plans = [json.loads(line) for line in lines]
        coco = json.loads((self.folder / "out/all.json").read_text())
        paths = {image["id"]: image["file_name"] for image in coco["images"]}
        self.sizes = {image["file_name"]: (image["width"], image["height"]) for image in coco["images"]}
        self.found = {(paths[record["image_id"]], record["source_id"]): record for record in coco["annotations"]}
        self.rows = {row["file_name"]: row["objects"] for row in map(
            json.loads, (self.folder / "out/metadata.jsonl").read_text().splitlines())}
        return {output["path"]: (plan, output) for plan in plans
                for output in plan.get("outputs", []) if "path" in output}

    def check(self, known, outputs, least=0):
        checked = 0
        for path, (plan, output) in outputs.items():
            written = [record for (place, _), record in self.found.items() if place == path]
            self.assertEqual(len(written), len(self.rows[path]["id"]))
            for identity, (number, mask, crowd) in known.items():
                if plan["source"] != f"photos/p{number}.jpg":
                    continue
                record = self.found.get((path, identity))
                x, y, width, height = output["crop"]
                seen = int(mask[max(0, y):max(0, y + height), max(0, x):max(0, x + width)].sum())
                share = round(seen / mask.sum() * 1e4) / 1e4 if mask.any() else 0
                wanted = self.placed(path, output, mask)
                if not wanted.any() or share < least:
                    self.assertIsNone(record, path)
                    continue
                coded = masks.encode(numpy.asfortranarray(wanted))
                self.assertIsNotNone(record, path)
                self.assertEqual(record["segmentation"], {
                    "size": coded["size"], "counts": coded["counts"].decode()}, path)
                self.assertTrue(numpy.array_equal(masks.decode([record["segmentation"]])[:, :, 0], wanted))
                self.assertEqual(record["bbox"], masks.toBbox(coded).tolist())
                self.assertEqual(record["area"], masks.area(coded))
                self.assertEqual(record["iscrowd"], crowd)
                self.assertAlmostEqual(record["visible"], share, delta=1.5e-4)
                row = self.rows[path]
                self.assertEqual(row["mask"][row["id"].index(identity)], coded["counts"].decode())
                checked += 1
        return checked

    def test_crops_and_sizes(self):
        outputs = "\n".join(f'  - {{path: "{{stem}}-{place}.jpg"{keys and ", "}{keys}}}'
                            for place, keys in enumerate(OUTPUTS))
        for space, mode in [("display", "bake"), ("stored", "keep"), ("declared", "bake"), ("stored", "bake")]:
            with self.subTest(space=space, mode=mode):
                known = self.annotate(space, 25, 20)
                made = self.run_job(space, f"orientation: {mode}", outputs)
                self.assertEqual(len(made), 25 * len(OUTPUTS))
                self.assertGreater(self.check(known, made), 2400)

    def test_tiles(self):
        known = self.annotate("display", 16, 12)
        outputs = self.run_job("display", "", f'  - {{path: "{{stem}}-{{row}}-{{col}}.jpg", tiles: {TILES}}}')
        self.assertGreater(self.check(known, outputs, least=0.2), 300)


class MaskFilesTest(MaskCase):
    """PNGs of labels beside pictures."""

    def draw(self, pictures):
        """Writes pictures and masks of each kind of PNG; returns the shown labels by the number of the picture."""
        (self.folder / "masks").mkdir()
        known = {}
        for number in range(pictures):
            tag, values = number % 8 + 1, numpy.random.default_rng(number)
            width, height = self.random.sample(range(5, 60), 2)
            exif = Image.Exif()
            exif[0x0112] = tag
            Image.new("RGB", (width, height), (90, 120, 60)).save(self.folder / f"photos/p{number}.jpg", exif=exif)
            # As shown and as stored, where the sizes tell it.
            is_stored = tag == 1 or tag > 4 and self.random.random() < 0.5
            if tag in (2, 3, 4):
                # The sizes fit both ways, so this picture has an entry of its own.
                is_stored = True
            size = (height, width) if is_stored or tag < 5 else (width, height)
            kind = self.random.choice(["P", "P4", "L", "1", "16"])
            most = {"P": 256, "P4": 16, "L": 256, "1": 2, "16": 65536}[kind]
            labels = values.integers(0, most, size)
            self.save(labels, kind, self.folder / f"masks/p{number}.png", values)
            known[number] = (kind, SHOWN[tag](labels) if is_stored else labels)
        return known

    def save(self, labels, kind, path, values):
        if kind == "16":
            Image.fromarray(labels.astype(numpy.uint16)).save(path)
        elif kind == "1":
            Image.fromarray(labels.astype(bool)).save(path)
        else:
            picture = Image.fromarray(labels.astype(numpy.uint8))
            if kind.startswith("P"):
                picture.putpalette(values.integers(0, 256, 768).tolist())
            picture.save(path, **({"bits": 4} if kind == "P4" else {}))

    def run_masks(self, keys, outputs):
        stored = ", ".join(f"{{path: photos/p{number}.jpg, masks: {{path: 'masks/{{stem}}.png', space: stored}}}}"
                           for number in range(300) if number % 8 in (1, 2, 3))
        (self.folder / "job.yaml").write_text(
            f"version: 1\nsources: [{{glob: 'photos/*.jpg', masks: 'masks/{{stem}}.png'}}, {stored}]\n"
            f"output_root: out\n{keys}\noutputs:\n{outputs}\n")
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=self.folder, check=True)
        lines = subprocess.run([UPRIGHT, "plan", "--json", "job.yaml"], cwd=self.folder, check=True,
                               capture_output=True, text=True).stdout.splitlines()
        return [(plan, output) for plan in map(json.loads, lines)
                for output in plan.get("outputs", []) if "mask" in output]

    def check_files(self, known, made, pad, keeps=False):
        for plan, output in made:
            kind, labels = known[int(plan["source"][len("photos/p"):-len(".jpg")])]
            size = output["size"]
            orientation = output["orientation"]
            self.sizes = {output["path"]: size if not keeps or orientation < 5 else size[::-1]}
            wanted = self.placed(output["path"], output, labels, pad)
            if keeps:
                wanted = SHOWN[{6: 8, 8: 6}.get(orientation, orientation)](wanted)
            with Image.open(self.folder / "out" / output["path"]) as picture:
                found = numpy.asarray(picture).astype(int)
                self.assertTrue(numpy.array_equal(found, wanted), output["path"])
                with Image.open(self.folder / plan["mask"]["path"]) as source:
                    self.assertEqual(picture.mode, "L" if kind == "1" and pad > 1 else source.mode)
                    if kind.startswith("P"):
                        self.assertEqual(picture.getpalette()[:48], source.getpalette()[:48])

    def test_files(self):
        known = self.draw(300)
        outputs = "\n".join(
            f'  - {{path: "{{stem}}-{place}.jpg", mask: {{path: "{{stem}}-{place}.png", pad: 255}}'
            f'{keys and ", "}{keys}}}'
            for place, keys in enumerate(FILE_OUTPUTS))
        for mode in ["bake", "keep"]:
            with self.subTest(mode=mode):
                made = self.run_masks(f"orientation: {mode}", outputs)
                self.assertEqual(len(made), 300 * len(FILE_OUTPUTS))
                self.check_files(known, made, 255, keeps=mode == "keep")

    def test_tiles_of_files(self):
        known = self.draw(300)
        made = self.run_masks("", f'  - {{path: "{{stem}}-{{row}}-{{col}}.jpg", mask: "{{stem}}-{{row}}-{{col}}.png", '
                              f"tiles: {TILES}}}")
        self.assertGreater(len(made), 1500)
        self.check_files(known, made, 0)

    def test_exports(self):
        known = self.draw(300)
        made = self.run_masks("", """
  - {path: "images/{stem}.jpg", mask: "labels/{stem}.png"}
  - {path: "small/{stem}.jpg", resize: {width: 4}}
exports:
  - {format: hf-imagefolder, path: metadata.jsonl}
  - {format: parquet, path: "sets/all.parquet"}
  - {format: webdataset, path: "sets/{shard}.tar", max_count: 1000}
""")
        self.assertEqual(len(made), 300)
        labels = {f"p{number}": mask for number, (_, mask) in known.items()}
        out = self.folder / "out"
        for loader, files in [("imagefolder", {"data_dir": str(out)}),
                              ("parquet", {"data_files": str(out / "sets/all.parquet")})]:
            rows = datasets.load_dataset(loader, split="train", cache_dir=str(self.folder / "cache"), **files)
            self.assertEqual(len(rows), 600)
            found = 0
            for row in rows:
                self.assertIsInstance(row["image"], Image.Image)
                if row["image"].size[0] == 4:
                    self.assertIsNone(row["mask"])
                    continue
                found += 1
                wanted = [mask for mask in labels.values() if numpy.array_equal(mask, numpy.asarray(row["mask"]))]
                self.assertEqual(row["mask"].size, row["image"].size)
                self.assertTrue(wanted)
            self.assertEqual(found, 300)
        # webdataset leaves its shards open.
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore", ResourceWarning)
        samples = list(webdataset.WebDataset(str(out / "sets/000000.tar"), shardshuffle=False))
        self.assertEqual(len(samples), 600)
        for sample in samples:
            folder, name = sample["__key__"].split("/")
            self.assertEqual("mask.png" in sample, folder == "images")
            if folder == "images":
                with Image.open(io.BytesIO(sample["mask.png"])) as picture:
                    self.assertTrue(numpy.array_equal(numpy.asarray(picture).astype(int), labels[name]))


if __name__ == "__main__":
    unittest.main()
