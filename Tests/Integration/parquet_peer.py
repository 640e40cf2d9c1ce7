"""Writes and reads Parquet files with other programs. Tests/ParquetTests run this script.

parquet_peer.py list               the programs that can be imported, a line for each
parquet_peer.py write NAME FOLDER  files of a program, each with the expected rows as JSON Lines beside it
parquet_peer.py read NAME FILE     the rows of a file as JSON Lines, as the program reads it
parquet_peer.py pages FILE         what the index of pages says

A picture is a text of hexadecimal digits.
"""

import datetime
import importlib
import json
import pathlib
import random
import sys

PROGRAMS = ["pyarrow", "fastparquet", "duckdb", "datasets"]
CODECS = ["NONE", "SNAPPY", "GZIP", "ZSTD", "LZ4"]


def rows(count, seed):
    """Rows with each type, with nulls and empty lists."""
    choices = random.Random(seed)

    def picked(value, share=0.2):
        return None if choices.random() < share else value

    made = []
    for number in range(count):
        size = choices.choice([0, 1, 17, 300, 3000])
        noise = choices.randbytes(size // 2) + bytes(size - size // 2)
        image = picked({"bytes": picked(noise, 0.1), "path": picked(f"é/{number}.jpg", 0.3)}, 0.1)
        boxes = [[choices.uniform(-9, 900) for _ in range(4)] for _ in range(choices.choice([0, 0, 1, 3]))]
        made.append({
            "image": image,
            "caption": picked(choices.choice(["a cat", "", "zwei Züge", "\"three\"\n", "long " * 60])),
            "label": picked(choices.choice([0, 1, -5, 2**63 - 1, -2**63])),
            "score": picked(choices.choice([0.1, 1.0, -2.5e-300, 1e300])),
            "single": picked(choices.choice([0.5, -1.25, 1024.0])),
            "flag": picked(choices.random() < 0.5),
            "always": number % 3 == 0,
            "byte": picked(choices.choice([0, 127, 255])),
            "large": picked(choices.choice([0, 2**64 - 1])),
            "tags": picked([picked(choice, 0.3) for choice in ["x", "y", "z"][:choices.randrange(4)]]),
            "boxes": picked(boxes),
            "meta": picked({"a": picked(number), "b": picked("t"), "deep": picked([number] * (number % 3))}),
            "objects": picked([
                picked({"id": picked(number), "names": picked(["n"] * choices.randrange(3))})
                for _ in range(choices.randrange(3))
            ]),
            "day": picked(datetime.date(1969 + number % 60, 1 + number % 12, 28)),
            "when": picked(datetime.datetime(1969 + number % 60, 2, 3, 4, 5, number % 60, 678901)),
        })
    return made


def expected(row, names):
    """A row as Upright should read it."""
    result = {}
    for name in names:
        value = row[name]
        if name == "image":
            result["image"] = value["bytes"].hex() if value and value["bytes"] is not None else None
            result["image.path"] = value and value["path"]
        elif value is not None and name == "day":
            result[name] = value.isoformat()
        elif value is not None and name == "when":
            result[name] = value.isoformat(timespec="microseconds")
        else:
            result[name] = value
    return result


def save(folder, name, made, names, has_paths=True):
    """Writes the rows that a file should have."""
    lines = []
    for row in made:
        row = expected(row, names)
        if not has_paths:
            del row["image.path"]
        lines.append(json.dumps(row))
    pathlib.Path(folder, name + ".jsonl").write_text("\n".join(lines) + "\n")


def schema():
    import pyarrow as pa
    return pa.schema([
        ("image", pa.struct([("bytes", pa.binary()), ("path", pa.string())])),
        ("caption", pa.string()), ("label", pa.int64()), ("score", pa.float64()), ("single", pa.float32()),
        ("flag", pa.bool_()), pa.field("always", pa.bool_(), nullable=False), ("byte", pa.uint8()),
        ("large", pa.uint64()), ("tags", pa.list_(pa.string())), ("boxes", pa.list_(pa.list_(pa.float64()))),
        ("meta", pa.struct([("a", pa.int32()), ("b", pa.string()), ("deep", pa.list_(pa.int16()))])),
        ("objects", pa.list_(pa.struct([("id", pa.int64()), ("names", pa.list_(pa.string()))]))),
        ("day", pa.date32()), ("when", pa.timestamp("us")),
    ])


def write_pyarrow(folder):
    import pyarrow as pa
    import pyarrow.parquet as pq
    made = rows(200, 1)
    table = pa.Table.from_pylist(made, schema=schema())
    for codec in CODECS:
        for version in ["1.0", "2.0"]:
            for dictionary in [True, False]:
                name = f"{codec}-{version}-{dictionary}"
                pq.write_table(
                    table, f"{folder}/{name}.parquet", compression=codec, data_page_version=version,
                    use_dictionary=dictionary, row_group_size=70, data_page_size=500,
                    write_batch_size=7, write_page_checksum=dictionary, write_page_index=dictionary)
                save(folder, name, made, schema().names)
    required = pa.schema([
        pa.field("image", pa.struct([pa.field("bytes", pa.binary(), nullable=False), ("path", pa.string())]),
                 nullable=False),
        pa.field("label", pa.int64(), nullable=False),
        pa.field("tags", pa.list_(pa.field("element", pa.string(), nullable=False)), nullable=False)])
    whole = [
        {"image": {"bytes": bytes([number]), "path": None}, "label": number, "tags": ["t"] * (number % 3)}
        for number in range(9)
    ]
    table_of_whole = pa.Table.from_pylist(whole, schema=required)
    pq.write_table(table_of_whole, f"{folder}/required.parquet", compression="NONE")
    save(folder, "required", whole, required.names)
    pq.write_table(table.slice(0, 0), f"{folder}/empty.parquet")
    save(folder, "empty", [], schema().names)
    names = ["image", "label"]
    flat = pa.table({"image": [row["image"] and row["image"]["bytes"] for row in made],
                     "label": [row["label"] for row in made]},
                    schema=pa.schema([("image", pa.large_binary()), ("label", pa.int64())]))
    pq.write_table(flat, f"{folder}/plain.parquet")
    save(folder, "plain", made, names, has_paths=False)


def write_fastparquet(folder):
    import fastparquet
    import pandas
    names = ["image", "caption", "label", "score", "always", "flag"]
    made = rows(200, 2)
    for row in made:
        row["image"] = {"bytes": (row["image"] or {}).get("bytes") or b"\x00", "path": None}
    frame = pandas.DataFrame({
        "image": pandas.Series([row["image"]["bytes"] for row in made], dtype=object),
        "caption": pandas.Series([row["caption"] for row in made], dtype=object),
        "label": pandas.array([row["label"] for row in made], dtype="Int64"),
        "score": pandas.array([row["score"] for row in made], dtype="Float64"),
        "always": [row["always"] for row in made],
        "flag": pandas.array([row["flag"] for row in made], dtype="boolean"),
    })
    for codec in CODECS:
        fastparquet.write(
            f"{folder}/{codec}.parquet", frame, compression=None if codec == "NONE" else codec,
            row_group_offsets=[0, 70, 140], write_index=False,
            object_encoding={"image": "bytes", "caption": "utf8"})
        save(folder, codec, made, names, has_paths=False)


def write_duckdb(folder):
    import duckdb
    import pyarrow as pa
    made = rows(3000, 3)
    table = pa.Table.from_pylist(made, schema=schema())
    connection = duckdb.connect()
    connection.register("made", table)
    for codec in ["UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"]:
        connection.execute(
            f"COPY (SELECT * FROM made) TO '{folder}/{codec}.parquet' "
            f"(FORMAT parquet, COMPRESSION {codec}, ROW_GROUP_SIZE 2048)")
        save(folder, codec, made, schema().names)


def write_datasets(folder):
    import datasets
    made = rows(200, 4)
    fields = datasets.Features.from_arrow_schema(schema())
    fields["image"] = datasets.Image()
    for row in made:
        # More bits don't get through the package's own conversion.
        row["large"] = row["large"] and 7
        # Without its bytes, a picture would be looked for at its path.
        row["image"] = row["image"] if row["image"] and row["image"]["bytes"] is not None else None
    dataset = datasets.Dataset.from_list(made, features=fields)
    dataset.to_parquet(f"{folder}/dataset.parquet", batch_size=70)
    save(folder, "dataset", made, schema().names)


def shown(row):
    """A row that a program has read, with the picture in two parts."""
    image = row.pop("image") or {"bytes": None, "path": None}
    digits = image["bytes"].hex() if image["bytes"] is not None else None
    return {"image": digits, "image.path": image["path"], **row}


def read_pyarrow(file):
    import pyarrow.parquet as pq
    table = pq.read_table(file, page_checksum_verification=True)
    table.validate(full=True)
    return [shown(row) for row in table.to_pylist()]


def read_duckdb(file):
    import duckdb
    result = duckdb.connect().execute(f"SELECT * FROM read_parquet('{file}')")
    names = [column[0] for column in result.description]
    return [shown(dict(zip(names, row))) for row in result.fetchall()]


def read_datasets(file):
    import datasets
    with_cache = pathlib.Path(file).parent / "cache"
    dataset = datasets.load_dataset("parquet", data_files=file, split="train", cache_dir=str(with_cache))
    lists = datasets.Features.from_dict({
        "image": {"_type": "Image"}, "parts": [{"n": {"dtype": "int64", "_type": "Value"},
                                                "on": {"dtype": "bool", "_type": "Value"}}]})
    for name in ["image", "parts"]:
        if dataset.features[name] != lists[name]:
            raise SystemExit(f"'{name}' has the features {dataset.features[name]}")
    dataset = dataset.cast_column("image", datasets.Image(decode=False))
    return [shown(row) for row in dataset]


def read_fastparquet(file):
    import fastparquet
    import pandas
    flat = ["caption", "label", "score", "flag"]
    opened = fastparquet.ParquetFile(file)
    names = [name for name in opened.columns if name in flat or name.startswith("image")]
    frame = opened.to_pandas(columns=names)
    made = []
    for _, row in frame.iterrows():
        values = {}
        for name in frame.columns:
            value = row[name]
            missing = value is None or (not isinstance(value, (bytes, list, dict)) and pandas.isna(value))
            values[name] = None if missing else value
        image = values.pop("image.bytes", None)
        path = values.pop("image.path", None)
        values = {name: value.item() if hasattr(value, "item") else value for name, value in values.items()}
        made.append({"image": image.hex() if image is not None else None, "image.path": path, **values})
    return made


class Thrift:
    """Reads structures of Thrift's compact protocol as dicts by the numbers of their fields."""

    def __init__(self, content):
        self.content, self.place = content, 0

    def byte(self):
        self.place += 1
        return self.content[self.place - 1]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def integer(self):
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def value(self, kind):
        if kind in (4, 5, 6):
            return self.integer()
        if kind == 8:
            count = self.varint()
            self.place += count
            return self.content[self.place - count:self.place]
        if kind == 9:
            header = self.byte()
            count = header >> 4 if header >> 4 < 15 else self.varint()
            return [self.byte() == 1 if header & 15 < 3 else self.value(header & 15) for _ in range(count)]
        if kind == 12:
            return self.structure()
        raise ValueError(kind)

    def structure(self):
        fields, last = {}, 0
        while (header := self.byte()) != 0:
            last = last + (header >> 4) if header >> 4 else self.integer()
            fields[last] = header & 15 == 1 if header & 15 < 3 else self.value(header & 15)
        return fields


def pages(file):
    """A line for each page: the column, the first row and the rows, and the least and the greatest value.

    Fails unless a header of a page of that size lies at each place.
    """
    content = pathlib.Path(file).read_bytes()
    length = int.from_bytes(content[-8:-4], "little")
    first = 0
    for group in Thrift(content[-8 - length:-8]).structure()[4]:
        for chunk in group[1]:
            places = Thrift(content[chunk[4]:chunk[4] + chunk[5]]).structure()[1]
            bounds = Thrift(content[chunk[6]:chunk[6] + chunk[7]]).structure() if 6 in chunk else None
            for number, place in enumerate(places):
                header = Thrift(content[place[1]:place[1] + place[2]])
                fields = header.structure()
                if fields[1] != 0 or header.place + fields[3] != place[2]:
                    raise SystemExit(f"no page lies at {place[1]}")
                end = places[number + 1][3] if number + 1 < len(places) else group[3]
                line = {
                    "column": b".".join(chunk[3][3]).decode(), "row": first + place[3], "rows": end - place[3],
                    "values": fields[5][1],
                }
                if bounds is not None:
                    line |= {"least": bounds[2][number].hex(), "greatest": bounds[3][number].hex(),
                             "null": bounds[1][number], "nulls": bounds[5][number]}
                print(json.dumps(line))
        first += group[3]


def importable(name):
    try:
        importlib.import_module(name)
        return True
    except ImportError:
        return False


def main():
    if sys.argv[1] == "list":
        print("\n".join(name for name in PROGRAMS if importable(name)))
    elif sys.argv[1] == "write":
        globals()[f"write_{sys.argv[2]}"](sys.argv[3])
    elif sys.argv[1] == "pages":
        pages(sys.argv[2])
    else:
        for row in globals()[f"read_{sys.argv[2]}"](sys.argv[3]):
            print(json.dumps(row))


if __name__ == "__main__":
    main()
