"""Pages as a real browser shows them: Debian's chromium, without a window and without a network."""

import subprocess
from pathlib import Path

from PIL import Image


def _chromium(folder: Path, page: Path, *options: str) -> str:
    run = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         "--hide-scrollbars", "--force-device-scale-factor=1", "--force-color-profile=srgb",
         f"--user-data-dir={folder / 'profile'}", *options, page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True)
    return run.stdout


def screenshot(page: Path, width: int, height: int) -> Image.Image:
    """The upper part of a page, a pixel each."""
    picture = page.with_suffix(".png")
    _chromium(page.parent, page, f"--screenshot={picture}", f"--window-size={width},{height}")
    with Image.open(picture) as shown:
        return shown.convert("RGB")


def dom(page: Path) -> str:
    """The page's elements as the browser understood them, as HTML."""
    return _chromium(page.parent, page, "--dump-dom")
