"""What is measured: the works, and the bounds that we hold ourselves to."""

from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import PurePath

from upright_bench import boxes

Size = tuple[int, int]
Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Output:
    """One file that is made of each photo, at FOLDER/STEM.SUFFIX below the folder of whoever makes it."""

    # fit: inside a square of `side`. middle: a square of `side` cut from the middle at full size.
    # half: the middle half of both sides, covering a square of `side`. upright: all of it.
    work: str
    side: int = 0
    # Of a lossy format.
    quality: int = 85
    suffix: str = ".jpg"

    @property
    def folder(self) -> str:
        return f"{self.work}-{self.side}"

    def name(self, photo: str) -> str:
        """The output's name, from the name of its photo."""
        return PurePath(photo).stem + self.suffix

    def box(self, display: Size) -> Box:
        """What of a photo, as a viewer shows it, the output shows."""
        match self.work:
            case "middle":
                return boxes.middle(*display, self.side)
            case "half":
                return boxes.half(*display)
        return boxes.whole(*display)

    def size(self, display: Size) -> Size:
        match self.work:
            case "fit":
                return boxes.inside(*display, self.side)
            case "half":
                return (self.side, self.side)
        return self.box(display)[2:]

    def keys(self) -> str:
        """What the job file says of it."""
        side = self.side
        shape = {
            "fit": f"resize: {{width: {side}, height: {side}, fit: inside}}, ",
            "middle": f"crop: {{width: {side}, height: {side}, gravity: center}}, ",
            "half": 'crop: {x: "25%", y: "25%", width: "50%", height: "50%"}, '
            + f"resize: {{width: {side}, height: {side}, fit: cover}}, ",
            "upright": "",
        }[self.work]
        quality = "" if self.suffix == ".png" else f"quality: {self.quality}"
        return f'{{path: "{self.folder}/{{stem}}{self.suffix}", {shape}{quality}}}'


class Photos(Enum):
    CAMERA = auto()
    PROGRESSIVE = auto()
    BOTH = auto()
    # Drawn, in memory.
    TINY = auto()
    # The photos with the most pixels, in other formats.
    PNG = auto()
    TIFF_DEFLATE = auto()
    TIFF_LZW = auto()
    WEBP = auto()
    AVIF = auto()
    HEIC = auto()

    @property
    def is_jpeg(self) -> bool:
        return self in (Photos.CAMERA, Photos.PROGRESSIVE, Photos.BOTH, Photos.TINY)


@dataclass(frozen=True)
class Bound:
    """How many times as much of each the peer must take. Memory is only noted where there is none."""

    cpu: float
    memory: float | None
    # True if our outputs must not have more bytes than the peer's.
    is_no_larger: bool = False


@dataclass(frozen=True)
class Workload:
    name: str
    title: str
    outputs: tuple[Output, ...]
    # By the peer's name.
    bounds: dict[str, Bound]
    # Peers that are measured without a bound.
    noted: tuple[str, ...] = ()
    photos: Photos = Photos.CAMERA
    # Keys of the job file beside sources and outputs.
    keys: dict[str, str] = field(default_factory=dict)

    @property
    def peers(self) -> tuple[str, ...]:
        return (*self.bounds, *self.noted)

    @property
    def has_floor(self) -> bool:
        """The floor knows only JPEG."""
        return self.photos.is_jpeg and all(output.suffix == ".jpg" for output in self.outputs)


NOTED = ("Pillow", "ImageMagick", "GraphicsMagick", "OpenCV")

WORKLOADS = (
    *(
        Workload(
            f"fit-{side}",
            f"fit {side}, q85",
            (Output("fit", side),),
            {"vipsthumbnail": own, "pyvips": newest},
            noted=NOTED if side == 512 else (),
        )
        for side, own, newest in (
            (160, Bound(2, None), Bound(2.5, 2)),
            (256, Bound(1.25, 2), Bound(2.5, 2)),
            (512, Bound(1.9, 2), Bound(2.4, 2)),
            (1024, Bound(2.5, 2), Bound(2.4, 2)),
        )
    ),
    Workload(
        "crop-1024",
        "1024x1024 from the middle at full size, q90",
        (Output("middle", 1024, quality=90),),
        {"pyvips": Bound(2.5, 3), "Pillow": Bound(2.2, 2)},
        noted=("ImageMagick", "GraphicsMagick", "OpenCV"),
    ),
    Workload(
        "half-224",
        "middle half to 224x224, q85",
        (Output("half", 224),),
        {"pyvips": Bound(3.5, 3), "Pillow": Bound(1.5, 3)},
        noted=("OpenCV",),
    ),
    Workload(
        "ladder",
        "64 + 256 + 1024 in one job, q85",
        (Output("fit", 64), Output("fit", 256), Output("fit", 1024)),
        {"vipsthumbnail": Bound(2.5, 1.5)},
    ),
    Workload(
        "progressive-160",
        "progressive files, fit 160, q85",
        (Output("fit", 160),),
        {"vipsthumbnail": Bound(10, 15)},
        photos=Photos.PROGRESSIVE,
    ),
    Workload(
        "progressive-224",
        "progressive files, fit 224, q85",
        (Output("fit", 224),),
        {"vipsthumbnail": Bound(1.2, 3)},
        photos=Photos.PROGRESSIVE,
    ),
    Workload(
        "tiny",
        "10,000 of 64x64, upright, q85, on tmpfs",
        (Output("upright"),),
        {"Pillow": Bound(2, 1)},
        photos=Photos.TINY,
        keys={"durability": "none", "isolation": "none"},
    ),
    # libvips of PyPI can't read HEIC.
    Workload(
        "heic-jpeg",
        "HEIC to JPEG q85, fit 512",
        (Output("fit", 512),),
        {},
        noted=("vipsthumbnail",),
        photos=Photos.HEIC,
    ),
    *(
        Workload(
            name,
            f"{title}, fit 512",
            (Output("fit", 512, quality, suffix),),
            {"pyvips": bound},
            photos=photos,
        )
        for name, title, photos, suffix, quality, bound in (
            ("png-jpeg", "PNG to JPEG q85", Photos.PNG, ".jpg", 85, Bound(1.6, 1.5)),
            ("png-png", "PNG to PNG", Photos.PNG, ".png", 0, Bound(1.6, 1.5, is_no_larger=True)),
            ("deflate-jpeg", "TIFF with Deflate to JPEG q85", Photos.TIFF_DEFLATE, ".jpg", 85, Bound(1.5, 1.5)),
            ("lzw-jpeg", "TIFF with LZW to JPEG q85", Photos.TIFF_LZW, ".jpg", 85, Bound(1.5, 1.5)),
            ("webp-jpeg", "WebP to JPEG q85", Photos.WEBP, ".jpg", 85, Bound(1.4, 1.4)),
            ("webp-webp", "WebP to WebP q80", Photos.WEBP, ".webp", 80, Bound(1.4, 1.4)),
            ("avif-jpeg", "AVIF to JPEG q85", Photos.AVIF, ".jpg", 85, Bound(2.5, 1.5)),
            ("jpeg-webp", "JPEG to WebP q80", Photos.CAMERA, ".webp", 80, Bound(1.5, 1.5)),
            ("jpeg-avif", "JPEG to AVIF q60", Photos.CAMERA, ".avif", 60, Bound(1.2, 1.5, is_no_larger=True)),
        )
    ),
)
