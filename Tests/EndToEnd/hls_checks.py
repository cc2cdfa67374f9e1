"""Checks HTTP Live Streaming from its bytes alone: playlists by RFC 8216, fragments by ISO/IEC 14496-12, codec names by RFC 6381.

Each check returns the faults that it finds, in words.
"""

import re
import struct
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

from patience import PATIENCE


def fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.read()


# Boxes


def boxes(data: bytes, start: int = 0, end: int | None = None) -> Iterator[tuple[bytes, int, int]]:
    """The name, and the start and end of the body."""
    place, end = start, len(data) if end is None else end
    while place + 8 <= end:
        size, name = struct.unpack_from(">I4s", data, place)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, place + 8)[0], 16
        assert size >= head, f"a box {name!r} that ends beyond its room"
        assert place + size <= end, f"a box {name!r} that ends beyond its room"
        yield name, place + head, place + size
        place += size


def inner(data: bytes, path: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
    name, _, rest = path.partition("/")
    for found, first, last in boxes(data, start, end):
        if found == name.encode():
            return inner(data, rest, first, last) if rest else (first, last)
    return None


@dataclass
class Beginning:
    scale: int
    shift: float  # seconds that its edit list subtracts from all times
    codec: str
    width: int
    height: int

    def __init__(self, data: bytes):
        place, _ = inner(data, "moov/trak/mdia/mdhd")
        self.scale = struct.unpack_from(">I", data, place + (20 if data[place] else 12))[0]
        edits = inner(data, "moov/trak/edts/elst")
        self.shift = 0.0
        if edits:
            version, count = data[edits[0]], struct.unpack_from(">I", data, edits[0] + 4)[0]
            starts = [struct.unpack_from(">Qq" if version else ">Ii", data, edits[0] + 8 + n * (20 if version else 12))[1] for n in range(count)]
            self.shift = max([start for start in starts if start >= 0], default=0) / self.scale
        place, end = inner(data, "moov/trak/mdia/minf/stbl/stsd")
        name, first, last = next(boxes(data, place + 8, end))
        self.width, self.height = struct.unpack_from(">HH", data, first + 24)
        self.codec = codec(data, name.decode(), first, last)
        place, end = inner(data, "moov/mvex/trex")
        self.usual_length, self.usual_flags = struct.unpack_from(">I", data, place + 12)[0], struct.unpack_from(">I", data, place + 20)[0]


def codec(data: bytes, name: str, first: int, last: int) -> str:
    """The codec of a sample entry."""
    is_picture = name in ("avc1", "avc3", "hvc1", "hev1", "av01", "vp09")
    inside = {found: (start, end) for found, start, end in boxes(data, first + (78 if is_picture else 28), last)}
    if name.startswith("avc"):
        return f"{name}.{data[inside[b'avcC'][0] + 1 : inside[b'avcC'][0] + 4].hex().upper()}"
    if name in ("hvc1", "hev1"):
        record = data[inside[b"hvcC"][0] :]
        flags = int(f"{struct.unpack('>I', record[2:6])[0]:032b}"[::-1], 2)
        constraints = ".".join(f"{byte:X}" for byte in record[6:12].rstrip(b"\0"))
        space, tier = "" if record[1] >> 6 == 0 else "ABC"[(record[1] >> 6) - 1], "H" if record[1] >> 5 & 1 else "L"
        return f"{name}.{space}{record[1] & 31}.{flags:X}.{tier}{record[12]}" + (f".{constraints}" if constraints else "")
    if name == "av01":
        second, third = data[inside[b"av1C"][0] + 1 : inside[b"av1C"][0] + 3]
        return f"av01.{second >> 5}.{second & 31:02}{'H' if third >> 7 else 'M'}.{10 if third >> 6 & 1 else 8:02}"
    if name == "vp09":
        profile, level, depth = data[inside[b"vpcC"][0] + 4 : inside[b"vpcC"][0] + 7]
        return f"vp09.{profile:02}.{level:02}.{depth >> 4:02}"
    if name == "mp4a":
        place, end = inside[b"esds"]
        found = re.search(rb"\x05(?:\x80\x80\x80)?.(..)", data[place + 4 : end], re.DOTALL)
        bits = int.from_bytes(found[1], "big")
        kind = bits >> 11
        return f"mp4a.40.{kind if kind != 31 else 32 + (bits >> 5 & 63)}"
    return {"Opus": "opus"}.get(name, name)


@dataclass
class Segment:
    """Times in seconds, in presentation and decoding order."""

    shown: list[float]
    decoded: list[float]
    ends: float  # of the decoded frames
    begins_with_key: bool

    def __init__(self, data: bytes, beginning: Beginning):
        self.shown, self.decoded, self.ends, keys = [], [], 0.0, []
        for name, first, last in boxes(data):
            if name != b"moof":
                continue
            traf = inner(data, "traf", first, last)
            head, _ = inner(data, "tfhd", *traf)
            flags, place = struct.unpack_from(">I", data, head)[0] & 0xFFFFFF, head + 8
            place += (8 if flags & 1 else 0) + (4 if flags & 2 else 0)
            length, usual_flags = beginning.usual_length, beginning.usual_flags
            if flags & 8:
                length, place = struct.unpack_from(">I", data, place)[0], place + 4
            if flags & 0x10:
                place += 4
            if flags & 0x20:
                usual_flags = struct.unpack_from(">I", data, place)[0]
            time_at, _ = inner(data, "tfdt", *traf)
            time = struct.unpack_from(">Q" if data[time_at] else ">I", data, time_at + 4)[0]
            for found, start, _ in boxes(data, *traf):
                if found != b"trun":
                    continue
                flags, count = struct.unpack_from(">I", data, start)[0] & 0xFFFFFF, struct.unpack_from(">I", data, start + 4)[0]
                place = start + 8 + (4 if flags & 1 else 0)
                first_flags = None
                if flags & 4:
                    first_flags, place = struct.unpack_from(">I", data, place)[0], place + 4
                for number in range(count):
                    own, sample_flags, offset = length, usual_flags, 0
                    if flags & 0x100:
                        own, place = struct.unpack_from(">I", data, place)[0], place + 4
                    if flags & 0x200:
                        place += 4
                    if flags & 0x400:
                        sample_flags, place = struct.unpack_from(">I", data, place)[0], place + 4
                    if flags & 0x800:
                        offset, place = struct.unpack_from(">i" if data[start] else ">I", data, place)[0], place + 4
                    if number == 0 and first_flags is not None:
                        sample_flags = first_flags
                    keys.append(not sample_flags & 0x10000)
                    self.decoded.append(time / beginning.scale - beginning.shift)
                    self.shown.append((time + offset) / beginning.scale - beginning.shift)
                    time += own
            self.ends = time / beginning.scale - beginning.shift
        self.begins_with_key = bool(keys) and keys[0]


# Playlists


def attributes(text: str) -> dict[str, str]:
    found = re.findall(r'([A-Z0-9-]+)=("[^"\r\n]*"|[^",\s][^,]*)(?:,|$)', text)
    assert ",".join(f"{name}={value}" for name, value in found) == text, f"attributes that can’t be read: {text}"
    return {name: value.strip('"') for name, value in found}


@dataclass
class Track:
    """A media playlist and all files that it names."""

    target: int
    lengths: list[float]
    beginning: Beginning
    segments: list[Segment]
    problems: list[str]
    bytes: list[bytes]  # the initialisation, and each segment

    def __init__(self, address: str):
        self.problems = []
        lines = fetch(address).decode().splitlines()
        tags = {line.partition(":")[0]: line.partition(":")[2] for line in lines if line.startswith("#EXT")}
        self._hold(lines[0] == "#EXTM3U" and lines[-1] == "#EXT-X-ENDLIST", "it doesn’t begin and end as it should")
        self._hold(int(tags["#EXT-X-VERSION"]) >= 6, "a version without EXT-X-MAP")
        self._hold(tags.get("#EXT-X-PLAYLIST-TYPE") == "VOD", "it may grow")
        self._hold(not any(ord(letter) < 32 for line in lines for letter in line), "control characters")
        self.target = int(tags["#EXT-X-TARGETDURATION"])
        self.lengths = [float(line[8:].partition(",")[0]) for line in lines if line.startswith("#EXTINF:")]
        names = [line for line in lines if line and not line.startswith("#")]
        self._hold(len(names) == len(self.lengths) > 0, "not one length for each segment")
        for length in self.lengths:
            self._hold(length > 0 and int(length + 0.5) <= self.target, f"a segment of {length} s with a target of {self.target} s")
        begins = fetch(urllib.parse.urljoin(address, attributes(tags["#EXT-X-MAP"])["URI"]))
        self.beginning = Beginning(begins)
        self.bytes = [begins] + [fetch(urllib.parse.urljoin(address, name)) for name in names]
        self.segments = [Segment(data, self.beginning) for data in self.bytes[1:]]

    def _hold(self, is_right: bool, problem: str) -> None:
        if not is_right:
            self.problems.append(problem)

    def from_time(self, time: float) -> bytes:
        """What a player fetches that starts in the middle: the initialisation, the segment with this time, and the next one."""
        place, number = 0.0, 0
        while number + 1 < len(self.lengths) and place + self.lengths[number] <= time:
            place, number = place + self.lengths[number], number + 1
        return b"".join([self.bytes[0], *self.bytes[1 + number : 3 + number]])

    def rates(self) -> tuple[float, float]:
        """Bits per second (RFC 8216, section 4.1): of the largest consecutive segments that last between half and one and a half target durations,
        and overall.
        """
        sizes, most = [8 * len(data) for data in self.bytes[1:]], 0.0
        for first in range(len(sizes)):
            for end in range(first + 1, len(sizes) + 1):
                length = sum(self.lengths[first:end])
                if length > 1.5 * self.target:
                    break
                if length >= 0.5 * self.target:
                    most = max(most, sum(sizes[first:end]) / length)
        average = sum(sizes) / sum(self.lengths)
        return most or average, average

    def check_times(self, packet: float, is_picture: bool, late: float = 0.0) -> None:
        """Segments begin where the playlist says and follow each other. `packet`: how far a cut may be from its place."""
        place, end = 0.0, None
        for number, (length, segment) in enumerate(zip(self.lengths, self.segments, strict=True)):
            if not segment.shown:
                self.problems.append(f"segment {number} is empty")
                continue
            first = segment.shown[0]
            wanted = max(place, late) if number == 0 else place
            self._hold(abs(first - wanted) <= packet, f"segment {number} begins at {first:.3f} and not at {wanted:.3f}")
            self._hold(segment.begins_with_key or not is_picture, f"segment {number} begins without a key frame")
            self._hold(all(a < b for a, b in zip(segment.decoded, segment.decoded[1:], strict=False)), f"segment {number} goes back in time")
            if end is not None:
                # Frames that aren't reordered are decoded later.
                latest = end + (0.3 if is_picture else packet)
                self._hold(end - 0.001 <= segment.decoded[0] <= latest, f"segment {number} is decoded from {segment.decoded[0]:.3f} on, the one before until {end:.3f}")
            place, end = place + length, segment.ends


def check_rates(variant: dict[str, str], tracks: list[Track], most: float | None) -> list[str]:
    """Section 4.3.4.2: a variant declares no less than its tracks take together, and at most `most` times that. None: they were encoded, so that only
    their peak is limited."""
    rates = [track.rates() for track in tracks]
    peak, average = sum(peak for peak, _ in rates), sum(average for _, average in rates)
    if most is None:
        return [] if peak <= int(variant["BANDWIDTH"]) else [f"BANDWIDTH {variant['BANDWIDTH']} for {peak:.0f}"]
    found = {"BANDWIDTH": peak, "AVERAGE-BANDWIDTH": average}
    return [f"{name} {variant[name]} for {rate:.0f}" for name, rate in found.items() if not rate <= int(variant[name]) <= most * rate]


@dataclass
class Master:
    variants: list[tuple[dict[str, str], str]]
    media: list[dict[str, str]]
    problems: list[str]

    def __init__(self, address: str):
        self.problems, self.variants, self.media = [], [], []
        lines = fetch(address).decode().splitlines()
        if lines[0] != "#EXTM3U":
            self.problems.append("it doesn’t begin as it should")
        if any(ord(letter) < 32 for line in lines for letter in line):
            self.problems.append("control characters")
        for number, line in enumerate(lines):
            if line.startswith("#EXT-X-STREAM-INF:"):
                self.variants.append((attributes(line.partition(":")[2]), urllib.parse.urljoin(address, lines[number + 1])))
            elif line.startswith("#EXT-X-MEDIA:"):
                self.media.append(attributes(line.partition(":")[2]))
            elif not line.startswith(("#EXTM3U", "#EXT-X-VERSION:", "#EXT-X-INDEPENDENT-SEGMENTS")) and (number == 0 or not lines[number - 1].startswith("#EXT-X-STREAM-INF")):
                self.problems.append(f"a line of no use: {line}")
        names = [(one["TYPE"], one["GROUP-ID"], one["NAME"]) for one in self.media]
        if len(set(names)) != len(names):
            self.problems.append("two of a group have the same name")
        for variant, _ in self.variants:
            for kind in ("AUDIO", "SUBTITLES"):
                if kind in variant and variant[kind] not in {one["GROUP-ID"] for one in self.media if one["TYPE"] == kind}:
                    self.problems.append(f"a group that isn’t there: {variant[kind]}")
            if int(variant["BANDWIDTH"]) < int(variant.get("AVERAGE-BANDWIDTH", 1)):
                self.problems.append("a peak below the average")
