"""Whole-number arithmetic of crops and sizes, and names of outputs. A box is (x, y, width, height) in pixels.

Nothing large is imported here, since peers start with it and their start is measured.
"""

from collections.abc import Iterator
from itertools import groupby


def rounded(number: int, divisor: int) -> int:
    """number / divisor to the nearest whole number, halves upwards."""
    return (2 * number + divisor) // (2 * divisor)


def whole(width: int, height: int) -> tuple[int, int, int, int]:
    return (0, 0, width, height)


def middle(width: int, height: int, side: int) -> tuple[int, int, int, int]:
    """A square of `side` from the middle, or as much of it as there is."""
    w, h = min(side, width), min(side, height)
    return (rounded(width - w, 2), rounded(height - h, 2), w, h)


def half(width: int, height: int) -> tuple[int, int, int, int]:
    """The largest square in the middle half of width and height."""
    left, top = rounded(width, 4), rounded(height, 4)
    w, h = rounded(3 * width, 4) - left, rounded(3 * height, 4) - top
    x, y, w, h = middle(w, h, min(w, h))
    return (left + x, top + y, w, h)


def inside(width: int, height: int, side: int) -> tuple[int, int]:
    """The size that fits a square of `side`; never a larger one than it was."""
    longer = max(width, height)
    if longer <= side:
        return (width, height)
    return (max(1, rounded(width * side, longer)), max(1, rounded(height * side, longer)))


def shown(width: int, height: int, orientation: int) -> tuple[int, int]:
    """The size that a viewer shows of a stored picture."""
    return (height, width) if orientation >= 5 else (width, height)


def stored(
    box: tuple[int, int, int, int], width: int, height: int, orientation: int
) -> tuple[int, int, int, int]:
    """A box of the picture as a viewer shows it, width by height, in the picture as it is stored."""
    x, y, w, h = box
    right, bottom = width - x - w, height - y - h
    match orientation:
        case 2:
            return (right, y, w, h)
        case 3:
            return (right, bottom, w, h)
        case 4:
            return (x, bottom, w, h)
        case 5:
            return (y, x, h, w)
        case 6:
            return (y, right, h, w)
        case 7:
            return (bottom, right, h, w)
        case 8:
            return (bottom, x, h, w)
    return box


def stored_crop(work: str, side: int, width: int, height: int, orientation: int) -> tuple[int, int, int, int]:
    """What of a stored picture, width by height, the work `middle` or `half` is about."""
    display = shown(width, height, orientation)
    box = middle(*display, side) if work == "middle" else half(*display)
    return stored(box, *display, orientation)


def of_photos(file: str) -> Iterator[tuple[str, list[tuple[int, int, int, int]]]]:
    """The boxes of each photo in a CSV file whose lines are a photo's name and a box."""
    with open(file) as lines:
        next(lines)
        for name, group in groupby((line.rstrip().split(",") for line in lines), key=lambda cells: cells[0]):
            yield name, [tuple(map(int, cells[1:])) for cells in group]


def numbered(folder: str, file: str, number: int, suffix: str) -> str:
    """The path of the output of one of a photo's boxes."""
    return f"{folder}/{file.rpartition('.')[0]}-{number:06}{suffix}"


def target(folder: str, file: str, suffix: str) -> str:
    """The output's path."""
    return f"{folder}/{file.rpartition('.')[0]}{suffix}"
