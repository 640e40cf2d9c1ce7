"""Training sets as the packages load them that train on them: Ultralytics, torchvision and FiftyOne.

These packages are large, so requirements.txt doesn't name them: 'pip install ultralytics fiftyone'.
"""

import importlib
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy
from PIL import Image, ImageDraw

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
os.environ.update(YOLO_OFFLINE="true", FIFTYONE_DO_NOT_TRACK="1")

# A photo is shown as 160x120, so it fills 128x96 of a letterbox of 128x128.
SCALE, DOWN, SIZE = 0.8, 16, 128
COUNT = 12
JOB = """
version: 1
sources: {%s, images: photos, space: display, crop: full}
output_root: out
split: {exact: true, train: 50%%, val: 50%%}
background: "#727272"
outputs: [{path: "images/{split}/{stem}.jpg", resize: {width: 128, height: 128, fit: letterbox}}]
exports: [{format: %s, path: classes.txt}, {format: ultralytics, path: data.yaml}%s]
"""
COCO = ", {format: coco, path: coco.json}"


def objects(number):
    """Two objects of a photo: a category, the corners of a polygon that isn't cut, and three keypoints."""
    return [
        (place, [(at + 10, 20), (at + 50, 25 + number), (at + 45, 80), (at + 12, 70 - number)],
         [(at + 20, 30, 2), (at + 30, 45, 1), (0, 0, 0)])
        for place, at in enumerate([0, 70])]


def outline(points):
    (left, right), (top, bottom) = [(min(side), max(side)) for side in zip(*points)]
    return left, top, right, bottom


def moved(points):
    return [(x * SCALE, y * SCALE + DOWN) for x, y in points]


def package(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise unittest.SkipTest(f"{name} isn't installed") from error


class TrainingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "photos").mkdir()
        (self.folder / "dota").mkdir()
        images, annotations = [], []
        for number in range(COUNT):
            shown = Image.new("RGB", (160, 120), (number * 10, 200 - number * 5, 90))
            for category, points, _ in objects(number):
                ImageDraw.Draw(shown).polygon(points, fill=(250, 250 * category, 20))
            exif = Image.Exif()
            # Stored lying on its side, every second one.
            exif[0x0112] = 6 if number % 2 else 1
            stored = shown.transpose(Image.Transpose.ROTATE_90) if number % 2 else shown
            stored.save(self.folder / "photos" / f"{number}.jpg", exif=exif, quality=95)
            images.append({"id": number, "file_name": f"{number}.jpg", "width": 160, "height": 120})
            lines = []
            for category, points, places in objects(number):
                left, top, right, bottom = outline(points)
                annotations.append({
                    "id": len(annotations) + 1, "image_id": number, "category_id": category + 1, "iscrowd": 0,
                    "bbox": [left, top, right - left, bottom - top], "area": 1.0,
                    "segmentation": [[value for point in points for value in point]],
                    "keypoints": [value for place in places for value in place], "num_keypoints": 2})
                lines.append(" ".join(f"{x} {y}" for x, y in self.oblong(points)) + f" {'ab'[category]} 0\n")
            (self.folder / "dota" / f"{number}.txt").write_text("".join(lines))
        (self.folder / "coco.json").write_text(json.dumps({
            "images": images, "annotations": annotations,
            "categories": [{"id": place + 1, "name": name, "keypoints": ["head", "hand", "foot"]}
                           for place, name in enumerate("ab")]}))

    @staticmethod
    def oblong(points):
        """A rectangle of 20 by 10 that is turned by the angle of the sides 3, 4 and 5, around a polygon's first point."""
        x, y = points[0][0] + 10, points[0][1] + 15
        return [(x + 0.8 * a - 0.6 * b, y + 0.6 * a + 0.8 * b) for a, b in [(-10, -5), (10, -5), (10, 5), (-10, 5)]]

    def run_job(self, source, labels, exports=""):
        (self.folder / "job.yaml").write_text(JOB % (source, labels, exports))
        subprocess.run([UPRIGHT, "run", "--quiet", "job.yaml"], cwd=self.folder, check=True)

    def loaded(self, task):
        """The labels of all pictures as the loader of Ultralytics reads them, by the number of the picture."""
        data = package("ultralytics.data.utils").check_det_dataset(str(self.folder / "out/data.yaml"), autodownload=False)
        self.assertEqual(data["names"], {0: "a", 1: "b"})
        labels = {}
        for split in ("train", "val"):
            dataset = package("ultralytics.data.dataset").YOLODataset(
                img_path=data[split], data=data, task=task, imgsz=SIZE, augment=False, rect=False, batch_size=2)
            self.assertEqual(len(dataset), COUNT // 2)
            for place, label in enumerate(dataset.labels):
                made = numpy.asarray(Image.open(label["im_file"]))
                # The letterbox of the loader has nothing left to do.
                tensor = dataset[place]["img"].numpy().transpose(1, 2, 0)
                self.assertEqual(tensor.shape, made.shape)
                self.assertLessEqual(numpy.abs(tensor.astype(int) - made).max(), 3)
                self.assertEqual(list(label["cls"][:, 0]), [0, 1])
                labels[int(Path(label["im_file"]).stem)] = label
        self.assertEqual(sorted(labels), list(range(COUNT)))
        return labels

    def assert_near(self, found, expected, within=0.01):
        self.assertEqual(numpy.shape(found), numpy.shape(expected))
        self.assertLess(numpy.abs(numpy.asarray(found) - expected).max(), within)

    def test_ultralytics_boxes(self):
        self.run_job("annotations: coco.json, format: coco", "yolo")
        for number, label in self.loaded("detect").items():
            boxes = [outline(moved(points)) for _, points, _ in objects(number)]
            expected = [((a + c) / 2, (b + d) / 2, c - a, d - b) for a, b, c, d in boxes]
            self.assert_near(label["bboxes"] * SIZE, expected)

    def test_ultralytics_segments(self):
        self.run_job("annotations: coco.json, format: coco, shapes: polygons", "yolo-seg")
        for number, label in self.loaded("segment").items():
            for found, (_, points, _) in zip(label["segments"], objects(number), strict=True):
                self.assert_near(found * SIZE, moved(points))

    def test_ultralytics_poses(self):
        self.run_job("annotations: coco.json, format: coco, shapes: keypoints", "yolo-pose")
        for number, label in self.loaded("pose").items():
            for found, (_, _, places) in zip(label["keypoints"], objects(number), strict=True):
                self.assertEqual([int(seen) for seen in found[:, 2]], [seen for *_, seen in places])
                self.assert_near(found[:2, :2] * SIZE, moved([place[:2] for place in places[:2]]))

    def test_ultralytics_oriented_boxes(self):
        self.run_job("annotations: dota, format: dota", "yolo-obb")
        for number, label in self.loaded("obb").items():
            for found, (_, points, _) in zip(label["segments"], objects(number), strict=True):
                self.assert_near(found * SIZE, moved(self.oblong(points)))

    def test_torchvision(self):
        torchvision = package("torchvision")
        transforms = package("torchvision.transforms.v2")
        self.run_job("annotations: coco.json, format: coco, shapes: [polygons, keypoints]", "yolo", COCO)
        loaded = torchvision.datasets.CocoDetection(
            self.folder / "out", self.folder / "out/coco.json", transforms=transforms.RandomHorizontalFlip(p=1))
        loaded = torchvision.datasets.wrap_dataset_for_transforms_v2(loaded, target_keys=("boxes", "labels", "masks"))
        self.assertEqual(len(loaded), COUNT)
        images = json.loads((self.folder / "out/coco.json").read_text())["images"]
        for (picture, target), image in zip(loaded, images, strict=True):
            shown = objects(int(Path(image["file_name"]).stem))
            # The mirror is that of the transform.
            boxes = [outline(moved(points)) for _, points, _ in shown]
            self.assert_near(target["boxes"].numpy(), [(SIZE - c, b, SIZE - a, d) for a, b, c, d in boxes])
            self.assertEqual(target["labels"].tolist(), [1, 2])
            pixels = numpy.asarray(picture)
            for mask, (category, _, _) in zip(target["masks"].numpy(), shown):
                # JPEG moves colours, more near edges than within.
                colors = pixels[mask.astype(bool)].astype(int)
                self.assertLess(numpy.abs(numpy.median(colors, axis=0) - (250, 250 * category, 20)).max(), 12)
                self.assertGreater(len(colors), 700)

    def test_fiftyone(self):
        """By the importers alone, which need no database."""
        coco, yolo = package("fiftyone.utils.coco"), package("fiftyone.utils.yolo")
        self.run_job("annotations: coco.json, format: coco, shapes: polygons", "yolo", COCO)
        folder = str(self.folder / "out")
        importers = {
            "coco": [coco.COCODetectionDatasetImporter(
                data_path=folder, labels_path=f"{folder}/coco.json", label_types="detections")],
            "yolo": [yolo.YOLOv5DatasetImporter(dataset_dir=folder, yaml_path="data.yaml", split=split)
                     for split in ("train", "val")]}
        for name, parts in importers.items():
            with self.subTest(name):
                numbers = []
                for importer in parts:
                    with importer:
                        for path, _, label in importer:
                            numbers.append(int(Path(path).stem))
                            found = label["detections"] if isinstance(label, dict) else label
                            boxes = [outline(moved(points)) for _, points, _ in objects(numbers[-1])]
                            expected = [(a, b, c - a, d - b) for a, b, c, d in boxes]
                            self.assert_near(
                                numpy.array([box.bounding_box for box in found.detections]) * SIZE, expected)
                            self.assertEqual([box.label for box in found.detections], ["a", "b"])
                self.assertEqual(sorted(numbers), list(range(COUNT)))


if __name__ == "__main__":
    unittest.main()
