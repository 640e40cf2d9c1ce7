"""What 'exports' writes, as the packages load it that it is written for."""

import json
import os
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", HF_DATASETS_DISABLE_PROGRESS_BARS="1")

import datasets
import webdataset
from PIL import Image

UPRIGHT = os.environ["UPRIGHT"]

JOB = """
version: 1
sources: {annotations: boxes.json, format: coco, images: photos, space: display%s}
output_root: out
split: {train: 60%%, validation: 40%%}
outputs: [{path: "data/{split}/%s.jpg", resize: {width: 64}, quality: 95}]
exports:
  - {format: hf-imagefolder, path: "data/{split}/metadata.jsonl"}
  - {format: coco, path: "coco/{split}.json"}
  - {format: webdataset, path: "shards/{split}-{shard}.tar", max_count: 4}
"""
WHOLE = ', crop: {x: 0, y: 0, width: 500, height: 500}'
CATEGORIES = ["dog", "cat"]


def boxes(number):
    """Some boxes of a picture that is shown as 160x120: none, one of them, or two of which one hangs over the edge."""
    return [[10 + number, 20, 50, 40 + number], [120, 90.5, 60, 50]][:number % 3]


def packed(counts, most):
    """How many shards of at most so many samples it takes, where those of one source stay together."""
    shards, room = 0, 0
    for count in counts:
        if count > room:
            shards, room = shards + 1, most
        room -= count
    return shards


class LoadersTest(unittest.TestCase):
    def setUp(self):
        # webdataset leaves its shards open.
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore", ResourceWarning)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "photos").mkdir()
        images, annotations = [], []
        for number in range(24):
            name = f"v1.{number}.jpg"
            # Stored lying on its side, every second one.
            turned = number % 2 == 1
            photo = Image.new("RGB", (120, 160) if turned else (160, 120), (number * 10, 200 - number * 5, 90))
            exif = Image.Exif()
            exif[0x0112] = 6 if turned else 1
            photo.save(self.folder / "photos" / name, exif=exif)
            images.append({"id": number, "file_name": name, "width": 160, "height": 120})
            for place, box in enumerate(boxes(number)):
                annotations.append({
                    "id": 100 * number + place, "image_id": number, "category_id": place + 1, "bbox": box})
        coco = {
            "images": images, "annotations": annotations,
            "categories": [{"id": place + 1, "name": name} for place, name in enumerate(CATEGORIES)]}
        (self.folder / "boxes.json").write_text(json.dumps(coco))

    def run_job(self, text):
        (self.folder / "job.yaml").write_text(text)
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=self.folder, check=True)

    def expected(self, split):
        """The boxes and categories of each output by its path, by COCO's file and Python's own reader."""
        coco = json.loads((self.folder / "out/coco" / f"{split}.json").read_text())
        names = {category["id"]: category["name"] for category in coco["categories"]}
        paths = {image["id"]: image["file_name"] for image in coco["images"]}
        found = {path: ([], []) for path in paths.values()}
        for box in coco["annotations"]:
            found[paths[box["image_id"]]][0].append(box["bbox"])
            found[paths[box["image_id"]]][1].append(names[box["category_id"]])
        return found

    def check(self, rows):
        data = datasets.load_dataset(
            "imagefolder", data_dir=str(self.folder / "out/data"), cache_dir=str(self.folder / "cache"))
        self.assertEqual(set(data), {"train", "validation"})
        total = 0
        for split, loaded in data.items():
            expected = self.expected(split)
            self.assertEqual(len(loaded), len(expected))
            total += len(loaded)
            # Rows are in the order of the files' names.
            for row, path in zip(loaded, sorted(expected)):
                with Image.open(self.folder / "out" / path) as made:
                    self.assertEqual(row["image"].tobytes(), made.tobytes())
                    self.assertEqual((row["width"], row["height"]), made.size)
                objects = row["objects"]
                self.assertEqual((objects["bbox"], objects["categories"]), expected[path])
                self.assertEqual(len(objects["visible"]), len(objects["bbox"]))
            shards = sorted(map(str, (self.folder / "out/shards").glob(f"{split}-*.tar")))
            samples = list(webdataset.WebDataset(shards, shardshuffle=False))
            self.assertEqual(len(samples), len(expected))
            sources = [json.loads(sample["json"])["source"] for sample in samples]
            self.assertEqual(len(shards), packed([sources.count(source) for source in dict.fromkeys(sources)], 4))
            for sample in samples:
                said = json.loads(sample["json"])
                path = said["file_name"]
                self.assertEqual(sample["__key__"], path.removesuffix(".jpg").replace(".", "_"))
                self.assertEqual(sample["jpg"], (self.folder / "out" / path).read_bytes())
                self.assertEqual((said["objects"]["bbox"], said["objects"]["categories"]), expected.pop(path))
            self.assertEqual(expected, {})
            pictures = webdataset.WebDataset(shards, shardshuffle=False).decode("pil").to_tuple("jpg", "json")
            self.assertTrue(all(picture.size == (said["width"], said["height"]) for picture, said in pictures))
        self.assertEqual(total, rows)

    def test_pictures_with_their_boxes(self):
        self.run_job(JOB % (WHOLE, "{stem}"))
        self.check(24)
        # By hand: 160 become 64, and of the second box of a picture 40 by 29.5 are inside.
        found = {**self.expected("train"), **self.expected("validation")}
        by_name = {path.split("/")[-1]: value for path, value in found.items()}
        self.assertEqual(by_name["v1.0.jpg"], ([], []))
        self.assertEqual(by_name["v1.1.jpg"], ([[4.4, 8.0, 20.0, 16.4]], ["dog"]))
        self.assertEqual(by_name["v1.5.jpg"], ([[6.0, 8.0, 20.0, 18.0], [48.0, 36.2, 16.0, 11.8]], CATEGORIES))

    def test_crops_of_boxes(self):
        self.run_job(JOB % ("", "{id}"))
        self.check(24)


if __name__ == "__main__":
    unittest.main()
