"""Files of a package, and archives of them whose bytes depend on these files alone."""

import io
import os
import subprocess
import tarfile
from pathlib import Path


def output_of(*command):
    """What a command prints, without the last line's end."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.rstrip("\n")


class Tree(dict):
    """The bytes of each file, by its path without a leading slash.

    Files in a folder named bin are programs, and so is the C library's loader.
    """

    @classmethod
    def of_folder(cls, folder):
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        return cls((str(path.relative_to(folder)), path.read_bytes()) for path in files)

    def below(self, prefix):
        """The same files below `prefix`, which ends with a slash."""
        return Tree((prefix + path, data) for path, data in self.items())

    @staticmethod
    def mode(path):
        is_program = Path(path).parent.name == "bin" or Path(path).name.startswith("ld-linux")
        return 0o755 if is_program else 0o644

    def write(self, folder):
        for path, data in self.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            file.chmod(self.mode(path))

    def tar(self, folders=()):
        """A tar of the files and their folders, sorted, of root, and with the time of the commit.

        `folders` are more folders: tuples of path, mode and the number of the owner.
        """
        entries = {path: (0o755, 0) for file in self for path in map(str, Path(file).parents) if path != "."}
        entries.update((path, (mode, owner)) for path, mode, owner in folders)
        result = io.BytesIO()
        with tarfile.open(fileobj=result, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for path in sorted([*entries, *self]):
                entry = tarfile.TarInfo(path)
                entry.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
                if path in entries:
                    entry.type = tarfile.DIRTYPE
                    entry.mode, owner = entries[path]
                    entry.uid = entry.gid = owner
                    archive.addfile(entry)
                else:
                    entry.mode = self.mode(path)
                    entry.size = len(self[path])
                    archive.addfile(entry, io.BytesIO(self[path]))
        return result.getvalue()
