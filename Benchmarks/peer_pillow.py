"""Pillow's part: peer_pillow.py WORK SIDE QUALITY SUFFIX FOLDER FILE...  Outputs have their sources' stems."""

import sys

from PIL import Image, ImageOps

from upright_bench import boxes

LANCZOS = Image.Resampling.LANCZOS
ORIENTATION = 0x0112


def crop_of(image: Image.Image, work: str, side: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom in the stored picture."""
    orientation = image.getexif().get(ORIENTATION, 1)
    x, y, w, h = boxes.stored_crop(work, side, *image.size, orientation)
    return (x, y, x + w, y + h)


def made(image: Image.Image, work: str, side: int) -> Image.Image:
    """The output in stored orientation: what is turned is small by then."""
    match work:
        case "fit":
            # Calls draft() by itself.
            image.thumbnail((side, side), LANCZOS)
            return image
        case "middle":
            return image.crop(crop_of(image, work, side))
        case "half":
            width, height = image.size
            left, top, right, bottom = crop_of(image, work, side)
            # So that twice the size is left of the box.
            image.draft("RGB", (width * 2 * side // (right - left), height * 2 * side // (bottom - top)))
            scale = image.width / width
            box = (left * scale, top * scale, right * scale, bottom * scale)
            return image.resize((side, side), LANCZOS, box=box)
    return image


def main() -> None:
    work, side, quality, suffix, folder, *files = sys.argv[1:]
    for file in files:
        with Image.open(file) as image:
            upright = ImageOps.exif_transpose(made(image, work, int(side)))
            profile = image.info.get("icc_profile")
            upright.save(boxes.target(folder, file, suffix), quality=int(quality), icc_profile=profile)


main()
