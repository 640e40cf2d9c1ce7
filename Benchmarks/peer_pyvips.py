"""pyvips' part: peer_pyvips.py WORK SIDE QUALITY SUFFIX FOLDER FILE...  Outputs have their sources' stems."""

import sys

import pyvips

from upright_bench import boxes


def orientation_of(image: pyvips.Image) -> int:
    return image.get("orientation") if image.get_typeof("orientation") else 1


def upright(image: pyvips.Image) -> pyvips.Image:
    """Turned; rows that come one after the other must be held for that."""
    return image if orientation_of(image) == 1 else image.copy_memory().autorot()


def made(file: str, work: str, side: int) -> pyvips.Image:
    if work == "fit":
        return pyvips.Image.thumbnail(file, side, height=side, size="down")
    image = pyvips.Image.new_from_file(file, access="sequential")
    box = boxes.stored_crop(work, side, image.width, image.height, orientation_of(image))
    if work == "middle":
        return upright(image.crop(*box))
    # As thumbnail() does it: the decoder shrinks to no less than twice the size.
    shrink = max(factor for factor in (1, 2, 4, 8) if factor == 1 or box[2] >= 2 * side * factor)
    if shrink > 1:
        image = pyvips.Image.new_from_file(file, access="sequential", shrink=shrink)
    cut = image.crop(*(number // shrink for number in box))
    return cut.thumbnail_image(side, height=side, size="force")


def save_boxes(list_file: str, side: int, quality: int, suffix: str, folder: str) -> None:
    for file, cuts in boxes.of_photos(list_file):
        image = pyvips.Image.new_from_file(file, autorotate=True).copy_memory()
        for number, box in enumerate(cuts, start=1):
            made = image.crop(*box).thumbnail_image(side, height=side, size="force")
            save(made, boxes.numbered(folder, file, number, suffix), quality)


def save(image: pyvips.Image, file: str, quality: int) -> None:
    if file.endswith(".jpg"):
        image.jpegsave(file, Q=quality, subsample_mode="on")
    elif file.endswith(".png"):
        image.pngsave(file)
    else:
        image.write_to_file(file, Q=quality)


def main() -> None:
    work, side, quality, suffix, folder, *files = sys.argv[1:]
    if work == "boxes":
        return save_boxes(files[0], int(side), int(quality), suffix, folder)
    for file in files:
        save(made(file, work, int(side)), boxes.target(folder, file, suffix), int(quality))


main()
