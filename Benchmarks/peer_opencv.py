"""OpenCV's part: peer_opencv.py WORK SIDE QUALITY SUFFIX FOLDER FILE...  Outputs have their sources' stems."""

import sys

import cv2
from PIL import Image

from upright_bench import boxes

REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def read(file: str, factor: int) -> cv2.typing.MatLike:
    """Upright, and shrunk by the decoder."""
    image = cv2.imread(file, REDUCED[factor])
    if image is None:
        sys.exit(f"{file} can't be read")
    return image


def made(file: str, work: str, side: int) -> cv2.typing.MatLike:
    with Image.open(file) as header:
        narrower, wider = sorted(header.size)
    if work == "middle":
        image = read(file, 1)
        x, y, w, h = boxes.middle(image.shape[1], image.shape[0], side)
        return image[y : y + h, x : x + w]
    length = wider if work == "fit" else narrower // 2
    factor = max(factor for factor in REDUCED if factor == 1 or length >= 2 * side * factor)
    image = read(file, factor)
    height, width = image.shape[:2]
    if work == "fit":
        return cv2.resize(image, boxes.inside(width, height, side), interpolation=cv2.INTER_AREA)
    x, y, w, h = boxes.half(width, height)
    cut = image[y : y + h, x : x + w]
    return cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA)


def save(image: cv2.typing.MatLike, file: str, quality: int) -> None:
    if not cv2.imwrite(file, image, [cv2.IMWRITE_JPEG_QUALITY, quality]):
        sys.exit(f"{file} can't be written")


def save_boxes(list_file: str, side: int, quality: int, suffix: str, folder: str) -> None:
    for file, cuts in boxes.of_photos(list_file):
        image = read(file, 1)
        for number, (x, y, w, h) in enumerate(cuts, start=1):
            made = cv2.resize(image[y : y + h, x : x + w], (side, side), interpolation=cv2.INTER_AREA)
            save(made, boxes.numbered(folder, file, number, suffix), quality)


def main() -> None:
    work, side, quality, suffix, folder, *files = sys.argv[1:]
    cv2.setNumThreads(1)
    if work == "boxes":
        return save_boxes(files[0], int(side), int(quality), suffix, folder)
    for file in files:
        save(made(file, work, int(side)), boxes.target(folder, file, suffix), int(quality))


main()
