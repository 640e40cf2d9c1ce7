"""`upright audit` on 12 broken sets with 60 planted faults in all: it finds each of them, and nothing else.

Pillow writes the pictures. The sets have the layouts that people use: COCO, YOLO, Pascal VOC, labelme, CSV, plain
folders, folders of splits and jobs.
"""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy
from PIL import Image

UPRIGHT = str(Path(os.environ["UPRIGHT"]).resolve())
ORIENTATION = 0x0112


def picture(seed, width=96, height=64):
    """A picture of smooth noise. Pictures of other seeds look different."""
    numbers = numpy.random.default_rng(seed)
    small = numbers.integers(0, 256, (6, 8, 3), dtype=numpy.uint8)
    return Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC)


class Set:
    """A folder with pictures and annotations, and the faults that were planted."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.faults = []
        self.seed = 0

    def path(self, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def add(self, name, *, seed=None, size=(96, 64), orientation=None, **options):
        """Writes a picture. Each picture without a seed looks different from all others."""
        self.seed += 1
        image = picture(1000 + self.seed if seed is None else seed, *size)
        if orientation:
            exif = Image.Exif()
            exif[ORIENTATION] = orientation
            options["exif"] = exif
        image.save(self.path(name), **options)

    def write(self, name, text):
        self.path(name).write_text(text, "utf-8")

    def plant(self, code, file, place=None):
        self.faults.append((code, file, place))

    def coco(self, name, images, annotations, categories=("boat", "sign")):
        """Writes COCO. An image is a name and a size, an annotation the number of its image, its category and box."""
        self.write(name, json.dumps({
            "images": [
                {"id": number, "file_name": file, "width": width, "height": height}
                for number, (file, (width, height)) in enumerate(images, 1)],
            "categories": [{"id": number, "name": text} for number, text in enumerate(categories, 1)],
            "annotations": [
                {"id": number, "image_id": image, "category_id": category, "bbox": box}
                for number, (image, category, box) in enumerate(annotations, 1)]}))

    def voc(self, name, file, size, boxes, category="boat"):
        """Writes Pascal VOC. A box is xmin, ymin, xmax, ymax, from 1."""
        names = ["xmin", "ymin", "xmax", "ymax"]
        objects = "".join(
            f"<object><name>{category}</name><bndbox>"
            + "".join(f"<{key}>{value}</{key}>" for key, value in zip(names, box)) + "</bndbox></object>"
            for box in boxes)
        self.write(
            name, f"<annotation><filename>{file}</filename><size><width>{size[0]}</width><height>{size[1]}</height>"
            f"</size>{objects}</annotation>")

    def cut(self, name, share):
        """Cuts a file off."""
        path = self.path(name)
        data = path.read_bytes()
        path.write_bytes(data[:int(len(data) * share)])


def files(made):
    """1: pictures by themselves."""
    for number in range(6):
        made.add(f"good{number}.jpg")
    made.add("cut.jpg", size=(400, 300))
    made.cut("cut.jpg", 0.6)
    made.plant("truncated", "cut.jpg")
    made.add("cut.png", size=(200, 200))
    made.cut("cut.png", 0.8)
    made.plant("truncated", "cut.png")
    made.add("cut.webp", size=(400, 300), lossless=True)
    made.cut("cut.webp", 0.9)
    made.plant("truncated", "cut.webp")
    made.add("damaged.jpg", size=(400, 300))
    data = bytearray(made.path("damaged.jpg").read_bytes())
    middle = len(data) // 2
    data[middle:middle + 400] = bytes([0xFF, 0xD3]) * 200
    made.path("damaged.jpg").write_bytes(data)
    made.plant("unreadable", "damaged.jpg")
    made.write("text.jpg", "no picture")
    made.plant("unreadable", "text.jpg")
    made.path("empty.png").write_bytes(b"")
    made.plant("unreadable", "empty.png")
    made.add("really.jpg", format="PNG")
    made.plant("wrong_extension", "really.jpg")
    made.add("web.png", format="WEBP")
    made.plant("wrong_extension", "web.png")
    return []


def coco(made):
    """2: COCO beside a folder of pictures."""
    for number in range(5):
        made.add(f"images/{number}.jpg")
    made.coco("annotations/instances.json", [(f"{number}.jpg", (96, 64)) for number in range(5)] + [("5.jpg", (96, 64))], [
        (1, 1, [10, 10, 20, 20]),
        (1, 1, [10, 10, 20, 20]),
        (2, 2, [80, 10, 30, 20]),
        (2, 2, [120, 10, 30, 20]),
        (3, 1, [5, 5, 0, 20]),
        (3, 1, [5, 5, 10, -2]),
        (4, 2, [1, 2, 3, 4]),
        (5, 1, [0, 0, 96.6, 64]),
        (6, 1, [10, 10, 20, 20]),
        (5, 9, [1, 2, 30, 4])])
    file = "annotations/instances.json"
    made.plant("box_twice", file, "annotation 2")
    made.plant("box_outside", file, "annotation 3")
    made.plant("box_outside", file, "annotation 4")
    made.plant("box_empty", file, "annotation 5")
    made.plant("bad_annotation", file, "annotation 6")
    made.plant("missing_picture", file)
    made.plant("bad_annotation", file, "annotation 10")
    return []


def spaces(made):
    """3: orientation tags and the sizes in COCO."""
    for number, orientation in enumerate([6, 8, 6, None, 3]):
        made.add(f"{number}.jpg", orientation=orientation)
    # 0 and 1 are annotated as stored. 2 is annotated as shown, which is right.
    made.coco("sizes.json", [
        ("0.jpg", (96, 64)), ("1.jpg", (96, 64)), ("2.jpg", (64, 96)), ("3.jpg", (48, 32)), ("4.jpg", (96, 64))], [
        (1, 1, [70, 30, 20, 20]), (2, 1, [70, 30, 20, 20]), (3, 1, [30, 70, 20, 20]), (4, 1, [40, 20, 8, 8]),
        (5, 1, [70, 30, 20, 20])], ["boat"])
    made.plant("size_as_stored", "sizes.json")
    made.plant("size_as_stored", "sizes.json")
    made.plant("size_wrong", "sizes.json")
    return []


def yolo(made):
    """4: YOLO in the folders of Ultralytics."""
    for split, count in (("train", 4), ("val", 3)):
        for number in range(count):
            made.add(f"images/{split}/{number}.jpg")
            made.write(f"labels/{split}/{number}.txt", f"0 0.5 0.5 0.{number + 2} 0.2\n")
    made.write("classes.txt", "boat\nsign\n")
    made.write("labels/train/1.txt", "0 0.9 0.5 0.4 0.2\n1 0.5 0.5 0.2 0.2\n1 0.5 0.5 0.2 0.2\n")
    made.plant("box_outside", "labels/train/1.txt", "line 1")
    made.plant("box_twice", "labels/train/1.txt", "line 3")
    made.write("labels/train/2.txt", "0 0.5 0.5 0 0.2\n7 0.5 0.5 0.2 0.2\n")
    made.plant("box_empty", "labels/train/2.txt", "line 1")
    made.plant("bad_annotation", "labels/train/2.txt", "line 2")
    made.write("labels/val/lost.txt", "0 0.5 0.5 0.2 0.2\n")
    made.plant("label_without_picture", "labels/val/lost.txt")
    made.add("images/val/alone.jpg")
    made.plant("unannotated", "images/val/alone.jpg")
    # A background has no object, and an empty file says so.
    made.write("labels/val/2.txt", "")
    return []


def voc(made):
    """5: Pascal VOC in its folders."""
    for number in range(4):
        made.add(f"JPEGImages/{number}.jpg")
        made.voc(f"Annotations/{number}.xml", f"{number}.jpg", (96, 64), [(1, 1, 96, 64)])
    made.voc("Annotations/1.xml", "1.jpg", (96, 64), [(5, 5, 120, 20), (30, 30, 40, 40), (30, 30, 40, 40), (5, 5, 4, 20)])
    made.plant("box_outside", "Annotations/1.xml", "object 1")
    made.plant("box_twice", "Annotations/1.xml", "object 3")
    made.plant("box_empty", "Annotations/1.xml", "object 4")
    made.voc("Annotations/2.xml", "2.jpg", (64, 96), [(1, 1, 20, 20)])
    made.plant("size_wrong", "Annotations/2.xml")
    made.voc("Annotations/lost.xml", "lost.jpg", (96, 64), [(1, 1, 20, 20)])
    made.plant("label_without_picture", "Annotations/lost.xml")
    made.add("JPEGImages/alone.jpg")
    made.plant("unannotated", "JPEGImages/alone.jpg")
    made.write("Annotations/torn.xml", "<annotation><filename>3.jpg</filename><object>")
    made.plant("bad_annotation", "Annotations/torn.xml")
    return []


def categories(made):
    """6: one category in several spellings, over two files."""
    for split in ("train", "val"):
        for number in range(3):
            made.add(f"{split}/{number}.jpg")
    boxes = [(1, 1, [1, 1, 30, 30]), (2, 1, [1, 1, 30, 30]), (3, 2, [1, 1, 30, 30])]
    images = [(f"{number}.jpg", (96, 64)) for number in range(3)]
    made.coco("train.json", images, boxes, ["traffic light", "Car"])
    made.coco("val.json", images, boxes, ["car ", "Traffic  Light"])
    made.plant("category_spelling", "train.json")
    made.plant("category_spelling", "val.json")
    return []


def labelme(made):
    """7: labelme beside the pictures."""
    def shape(label, points):
        return {"label": label, "shape_type": "rectangle", "points": points}

    def write(name, image, shapes):
        made.write(name, json.dumps({
            "version": "5.0", "shapes": shapes, "imagePath": image, "imageData": None, "imageHeight": 64,
            "imageWidth": 96}))

    for number in range(3):
        made.add(f"{number}.jpg")
    write("0.json", "0.jpg", [shape("boat", [[1, 1], [40, 30]]), shape("boat", [[1, 1], [40, 30]])])
    made.plant("box_twice", "0.json", "shape 2")
    write("1.json", "1.jpg", [shape("boat", [[80, 50], [120, 70]]), shape("boat", [[8, 8], [8, 30]])])
    made.plant("box_outside", "1.json", "shape 1")
    made.plant("box_empty", "1.json", "shape 2")
    write("2.json", "other.jpg", [shape("boat", [[1, 1], [40, 30]])])
    made.plant("missing_picture", "2.json")
    made.plant("unannotated", "2.jpg")
    return []


def csv(made):
    """8: a CSV with corners and sizes."""
    for number in range(3):
        made.add(f"photos/{number}.jpg", orientation=6 if number == 0 else None)
    made.write("boxes.csv", "filename,width,height,class,xmin,ymin,xmax,ymax\n" + "\n".join([
        "0.jpg,96,64,boat,10,10,90,20",
        "1.jpg,96,64,boat,10,10,20,80",
        "1.jpg,96,64,boat,10,10,20,x",
        "2.jpg,96,64,Boat,10,10,20,20",
        "2.jpg,96,64,boat,10,10,20",
        "9.jpg,96,64,boat,10,10,20,20"]) + "\n")
    made.plant("size_as_stored", "boxes.csv")
    made.plant("box_outside", "boxes.csv", "line 3")
    made.plant("bad_annotation", "boxes.csv", "line 4")
    made.plant("bad_annotation", "boxes.csv", "line 6")
    made.plant("missing_picture", "boxes.csv")
    made.plant("category_spelling", "boxes.csv")
    return []


def copies(made):
    """9: pictures that are there twice."""
    for number in range(5):
        made.add(f"a{number}.jpg", seed=number, size=(256, 160))
    made.path("b0.jpg").write_bytes(made.path("a0.jpg").read_bytes())
    made.plant("same_bytes", "b0.jpg")
    made.add("b1.jpg", seed=1, size=(256, 160), quality=40)
    made.plant("near_duplicate", "b1.jpg")
    picture(2, 256, 160).resize((128, 80), Image.Resampling.LANCZOS).save(made.path("b2.png"))
    made.plant("near_duplicate", "b2.png")
    # Turned clockwise in the file, and back by its tag.
    exif = Image.Exif()
    exif[ORIENTATION] = 8
    picture(3, 256, 160).transpose(Image.Transpose.ROTATE_270).save(made.path("b3.jpg"), exif=exif)
    made.plant("near_duplicate", "b3.jpg")
    # Even surfaces have nothing that could be compared.
    for number in range(2):
        Image.new("RGB", (64, 64 + number), (90, 90, 90)).save(made.path(f"even{number}.png"))
    return []


def splits(made):
    """10: leaks between folders of splits."""
    for number in range(4):
        made.add(f"train/{number}.jpg", seed=number, size=(256, 160))
    for number in range(2):
        made.add(f"val2017/{number}.jpg", seed=50 + number, size=(256, 160))
    made.path("val2017/copy.jpg").write_bytes(made.path("train/0.jpg").read_bytes())
    made.plant("leak", "val2017/copy.jpg")
    made.add("test/near.jpg", seed=1, size=(256, 160), quality=50)
    # Pictures are looked at in the order of their paths, and the finding names the later one of a pair.
    made.plant("leak", "train/1.jpg")
    made.add("train/again.jpg", seed=50, size=(256, 160), quality=60)
    made.plant("leak", "val2017/0.jpg")
    return []


def job(made):
    """11: a job with the wrong space, and with splits by its own rule."""
    made.add("photos/0.jpg", orientation=6, seed=0, size=(256, 160))
    made.add("photos/1.jpg", seed=1, size=(256, 160))
    made.add("photos/2.jpg", seed=1, size=(256, 160), quality=50)
    made.add("photos/3.jpg", seed=3, size=(256, 160))
    made.coco("boxes.json", [
        ("0.jpg", (160, 256)), ("1.jpg", (256, 160)), ("2.jpg", (256, 160)), ("none.jpg", (256, 160))], [
        (1, 1, [10, 10, 20, 20]), (2, 1, [10, 10, 20, 20]), (3, 1, [250, 10, 20, 20]), (4, 1, [1, 1, 20, 20])], ["boat"])
    made.write("job.yaml", """version: 1
sources: {annotations: boxes.json, format: coco, images: photos, space: stored}
output_root: out
outputs: [{path: "{split}/{id}.png"}]
split: {by: "{name}", train: 50%, val: 50%}
""")
    made.plant("size_as_shown", "boxes.json")
    made.plant("box_outside", "boxes.json", "annotation 3")
    made.plant("missing_picture", "boxes.json")
    made.plant("unannotated", "photos/3.jpg")
    # The hashes of the two names put them into different splits.
    made.plant("leak", "photos/2.jpg")
    return ["job.yaml"]


def file(made):
    """12: an annotation file by itself, with other files beside it that don't count."""
    for number in range(3):
        made.add(f"data/{number}.jpg")
    made.add("elsewhere/9.jpg")
    made.coco("labels/boxes.json", [(f"{number}.jpg", (96, 64)) for number in range(4)], [
        (1, 1, [10, 10, 20, 20]), (2, 1, [-5, 10, 20, 20]), (3, 1, [10, 10, 0, 0]), (3, 3, [1, 1, 9, 9])],
        ["boat", "BOAT", "sign"])
    made.plant("box_outside", "labels/boxes.json", "annotation 2")
    made.plant("box_empty", "labels/boxes.json", "annotation 3")
    made.plant("missing_picture", "labels/boxes.json")
    made.plant("category_spelling", "labels/boxes.json")
    return ["labels/boxes.json"]


SETS = [files, coco, spaces, yolo, voc, categories, labelme, csv, copies, splits, job, file]


class AuditTests(unittest.TestCase):
    maxDiff = None

    def audit(self, folder, *arguments):
        run = subprocess.run([UPRIGHT, "audit", "--json", *arguments], cwd=folder, capture_output=True, text=True)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual(run.returncode, 1 if report["findings"] else 0)
        return report

    def test_filtered_pictures_count_as_absent(self):
        with tempfile.TemporaryDirectory() as folder:
            made = Set(folder)
            made.add("a/1.jpg", seed=1, size=(256, 160))
            made.add("b/2.jpg", seed=1, size=(256, 160), quality=50)
            made.path("b/1.jpg").write_bytes(made.path("a/1.jpg").read_bytes())
            for bound, found in ((300, [("near_duplicate", "b/2.jpg")]),
                                 (200, [("near_duplicate", "b/2.jpg"), ("same_bytes", "b/1.jpg")])):
                made.write("job.yaml", f"""version: 1
sources: [{{glob: "a/*", where: {{min_width: {bound}}}}}, "b/*"]
output_root: out
outputs: [{{path: "{{index}}.png"}}]
""")
                report = self.audit(folder, "job.yaml")
                self.assertEqual(sorted((each["code"], each["file"]) for each in report["findings"]), found)

    def test_planted_faults(self):
        planted = 0
        for build in SETS:
            with self.subTest(build.__name__), tempfile.TemporaryDirectory() as folder:
                made = Set(folder)
                arguments = build(made) or ["."]
                before = sorted(made.folder.rglob("*"))
                report = self.audit(folder, *arguments)
                found = [(each["code"], each["file"], each.get("place")) for each in report["findings"]]
                self.assertEqual(sorted(found, key=str), sorted(made.faults, key=str), json.dumps(report["findings"], indent=1))
                self.assertEqual(sorted(made.folder.rglob("*")), before)
                planted += len(made.faults)
        self.assertEqual(planted, 60)


if __name__ == "__main__":
    unittest.main()
