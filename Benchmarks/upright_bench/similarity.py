"""How alike two pictures look."""

from pathlib import Path

import numpy as np
from PIL import Image
from skimage.metrics import structural_similarity

# ITU-R BT.601.
LUMA = [0.299, 0.587, 0.114]


def luma(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("RGB")).astype(float) @ LUMA


def ssim(own: Path, other: Path) -> float:
    return structural_similarity(
        luma(own), luma(other), data_range=255, gaussian_weights=True, sigma=1.5, use_sample_covariance=False
    )
