"""Films and music of all formats: each is listed correctly, and plays to its end from each of its addresses, or says why it can't.

This runs a sample; `Scripts/test --media` runs all. `TIDINGS_MEDIA_MATRIX='odd/.*ts$'` selects those that match.
"""

import json
import os
import re
import statistics
import subprocess
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from conftest import Server
from hls_checks import Master, Track, check_rates
from media_matrix import ALL, FRAME, SLACK, Case, chosen
from patience import PATIENCE, until

SHARD = 40
# Seek positions in seconds, for longer files.
SEEKS = [0.2, 1.3, 2.6, 3.1, 4.0, 5.7, 6.9, 8.4, 9.3, 10.6]
SHARDS = [chosen()[start : start + SHARD] for start in range(0, len(chosen()), SHARD)]
REPORT = os.environ.get("TIDINGS_MEDIA_REPORT")


def ffmpeg(*words: object) -> subprocess.CompletedProcess:
    return subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *map(str, words)], capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False)


def play(address: str) -> tuple[float, str]:
    """The whole file, as ffmpeg plays it: its length in seconds, and ffmpeg's complaints."""
    done = ffmpeg("-progress", "pipe:1", "-i", address, "-fps_mode", "passthrough", "-f", "null", "-")
    times = re.findall(r"out_time_us=(\d+)", done.stdout)
    # The null muxer counts by a rate that ffmpeg has guessed.
    complaints = [line for line in done.stderr.splitlines() if line.strip() and "[null @" not in line]
    return (int(times[-1]) / 1e6 if times else 0.0), "\n".join(complaints)


def onsets(pictures: object, sounds: object, scratch: Path) -> tuple[list[float], list[float]]:
    """When the picture flashes and when the sound beeps, on the file's clock."""
    seen, heard = scratch / "seen", scratch / "heard"
    ffmpeg(
        "-copyts", "-i", pictures, "-i", sounds,
        "-map", "0:v:0", "-vf", f"scale=16:16,format=gray,signalstats,metadata=mode=print:key=lavfi.signalstats.YAVG:file={seen}", "-fps_mode", "passthrough", "-f", "null", "-",
        "-map", "1:a:0", "-af", f"aresample=48000,aformat=channel_layouts=mono,asetnsamples=n=48:p=0,astats=metadata=1:reset=1,ametadata=mode=print:key=lavfi.astats.Overall.Peak_level:file={heard}",
        "-f", "null", "-",
    )  # fmt: skip

    def rises(path: Path, is_on) -> list[float]:
        found, was_on = [], True
        text = path.read_text() if path.exists() else ""
        for time, value in re.findall(r"pts_time:(-?[\d.]+)\n[^=\n]+=(\S+)", text):
            now_on = is_on(float(value))
            if now_on and not was_on:
                found.append(float(time))
            was_on = now_on
        path.unlink(missing_ok=True)
        return found

    return rises(seen, lambda level: level > 200), rises(heard, lambda level: level > -26)


def apart(seen: list[float], heard: list[float]) -> list[float]:
    """The delay of each beep after its flash."""
    return [min((beep - flash for beep in heard), key=abs) for flash in seen if heard and min(abs(beep - flash) for beep in heard) < 0.45]


def looser(name: str) -> str:
    """For H.264, ffprobe reports profile and level, not the additional constraints of a stream."""
    return re.sub(r"^avc1\.(..)..(..)$", r"avc1.\1xx\2", name)


class Checking:
    def __init__(self, case: Case, folder: Path, scratch: Path, item: dict | None, ask):
        self.case, self.folder, self.scratch, self.item, self.ask = case, folder, scratch, item, ask
        self.problems: list[str] = []
        self.tracks: dict[str, Track] = {}

    def hold(self, is_right: bool, problem: str) -> None:
        if not is_right:
            self.problems.append(problem)

    def all(self) -> list[str]:
        try:
            self.listed()
        except Exception as error:  # noqa: BLE001 (what breaks a check is a finding about its file)
            self.problems.append(f"{type(error).__name__}: {error}")
        return [f"{self.case.name!r}: {problem}" for problem in self.problems]

    def listed(self) -> None:
        case, item = self.case, self.item
        if item is None:
            return self.hold(False, "it isn’t listed")
        if case.decision is None:
            self.hold(item["duration"] is None and case.why in (item["unplayable"] or ""), f"it can be played, or says {item['unplayable']}")
            status, answer = self.ask(f"items/{item['id']}/plays", {})
            return self.hold(status == 409 and "can't be played" in answer["detail"], f"a play gets {status}")
        if item["unplayable"]:
            return self.hold(False, f"it can’t be played: {item['unplayable']}")
        self.hold(item["kind"] == case.kind, f"it is a {item['kind']}")
        self.hold(abs(item["duration"] - case.seconds) <= case.slack, f"it lasts {item['duration']} and not {case.seconds}")
        self.hold((item["video"] is not None, item["audio"] is not None) == (case.has_picture, case.has_sound), f"picture {item['video']}, sound {item['audio']}")
        status, plays = self.ask(f"items/{item['id']}/plays", {})
        if status != 201:
            return self.hold(False, f"a play gets {status}")
        self.hold(plays["decision"] == case.decision and case.why in plays["reason"], f"{plays['decision']}: {plays['reason']}")
        self.hold((plays["direct"] is not None) == (plays["decision"] == "direct") and (plays["audio"] is not None) == case.has_sound, "other addresses")
        self.playlists(plays)
        self.played(plays)
        return None

    def playlists(self, plays: dict) -> None:
        case, master = self.case, Master(plays["master"])
        self.problems += [f"master: {problem}" for problem in master.problems]
        sounds = [address for variant, address in master.variants if "RESOLUTION" not in variant]
        pictures = [(variant, address) for variant, address in master.variants if "RESOLUTION" in variant]
        self.hold(len(pictures) == case.has_picture and len(sounds) == case.has_sound, "other variants")
        tracks = self.tracks
        if case.has_sound:
            self.hold(sounds[0] == plays["audio"], "the sound of the master is another one")
            tracks["sound"] = Track(sounds[0])
            tracks["sound"].check_times(0.13, False, max(0.0, case.late))
        if case.has_picture:
            tracks["picture"] = Track(pictures[0][1])
            # Where pictures are rare they also stay long.
            tracks["picture"].check_times(0.05 if case.slack < 0.2 else 1.05, True, max(0.0, -case.late) if plays["decision"] != "transcode" else 0.0)
        for name, track in tracks.items():
            self.problems += [f"{name}: {problem}" for problem in track.problems]
        most = 2.0 if case.decision == "remux" else None
        for variant, _ in master.variants:
            for problem in check_rates(variant, [track for name, track in tracks.items() if name == "sound" or "RESOLUTION" in variant], most):
                self.hold(False, f"{variant.get('RESOLUTION', 'sound')}: {problem}")
        self.hold(len({track.target for track in tracks.values()}) == 1, "two target durations")
        if case.has_picture:
            variant, begins = pictures[0][0], tracks["picture"].beginning
            names = [begins.codec] + ([tracks["sound"].beginning.codec] if case.has_sound else [])
            self.hold([looser(name) for name in variant["CODECS"].split(",")] == [looser(name) for name in names], f"CODECS {variant['CODECS']} for {names}")
            self.hold(sorted(variant["RESOLUTION"].split("x")) == sorted([str(begins.width), str(begins.height)]), f"{variant['RESOLUTION']} for {begins.width}x{begins.height}")
        whole = max(sum(track.lengths) for track in tracks.values())
        self.hold(abs(whole - self.item["duration"]) <= FRAME + 0.03, f"the playlists last {whole}, and it lasts {self.item['duration']}")
        if case.decision == "remux" and case.has_picture and not case.after:
            count = sum(len(segment.shown) for segment in tracks["picture"].segments)
            command = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "json"]
            said = subprocess.run([*command, f"file:{self.folder / case.name}"], capture_output=True, text=True, timeout=PATIENCE, check=True)
            packets = int(json.loads(said.stdout)["streams"][0]["nb_read_packets"])
            self.hold(count == packets, f"{count} pictures of {packets}")

    def played(self, plays: dict) -> None:
        case, duration = self.case, self.item["duration"]
        for name in ("master", "audio", "direct"):
            if not plays[name]:
                continue
            seconds, complaint = play(plays[name])
            wanted, slack = (duration, max(FRAME + 0.03, case.slack - SLACK)) if name == "master" else (case.seconds, case.slack)
            if name == "audio":
                wanted -= max(0.0, case.late)
            if case.slack > 1:
                slack = case.slack
            if name == "audio" and ("sound ends" in case.name or "sound of" in case.name):
                continue
            self.hold(abs(seconds - wanted) <= slack, f"{name} plays {seconds} and not {wanted}")
            self.hold(name == "direct" or case.after is not None or not complaint, f"{name}: {complaint[:300]}")
        if case.is_synchronous:
            self.synchronous()

    def synchronous(self) -> None:
        """Sound and picture are in sync as in the file, from the beginning and from wherever a player begins."""
        source = f"file:{self.folder / self.case.name}"
        flashes = apart(*onsets(source, source, self.scratch))
        if len(flashes) < 2:
            return self.hold(False, f"the file itself flashes {len(flashes)} times")
        before = statistics.median(flashes)
        for place in [0.0] + [seconds for seconds in SEEKS if self.case.seconds > SEEKS[-1] + 1]:
            for name, track in self.tracks.items():
                (self.scratch / name).write_bytes(track.from_time(place))
            after = apart(*onsets(self.scratch / "picture", self.scratch / "sound", self.scratch))
            self.hold(bool(after), f"no flash and beep from {place} s on")
            worst = max((one - before for one in after), key=abs, default=0)
            self.hold(abs(worst) <= 0.04, f"sound is {worst:.3f} s late from {place} s on")
        return None


def test_there_are_enough_forms():
    assert len(ALL) == len({case.name for case in ALL}) >= 280


@pytest.mark.parametrize("shard", SHARDS, ids=lambda shard: f"{shard[0].name} to {shard[-1].name}".replace("/", " "))
def test_each_form_of_film_and_music_plays_to_its_end_or_says_why_not(shard, tmp_path):
    folder = tmp_path / "library"
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda case: case.make(folder), shard))
    (tmp_path / "home").mkdir()
    server = Server(tmp_path / "home", (), {"TIDINGS_MEDIA": str(folder)})
    server.start()
    try:
        server.add_person("ada")
        token = server.run("person", "token", "ada", "--scopes", "read", "watch")

        def ask(path: str, body: object = None) -> tuple[int, dict]:
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            data = None if body is None else json.dumps(body).encode()
            try:
                with urllib.request.urlopen(urllib.request.Request(f"{server.url}/api/v1/media/{path}", data, headers), timeout=PATIENCE) as answer:
                    return answer.status, json.load(answer)
            except urllib.error.HTTPError as error:
                return error.code, json.load(error)

        until(lambda: server.query("SELECT count(*) FROM media")[0][0] == len(shard), server.log)
        numbers = dict(server.query("SELECT path, id FROM media"))
        items = {one["id"]: one for one in ask("items?limit=1000")[1]["items"]}

        def check(number_and_case: tuple[int, Case]) -> list[str]:
            number, case = number_and_case
            scratch = tmp_path / f"scratch-{number}"
            scratch.mkdir()
            return Checking(case, folder, scratch, items.get(numbers.get(case.name)), ask).all()

        with ThreadPoolExecutor(2) as pool:
            problems = [problem for found in pool.map(check, enumerate(shard)) for problem in found]
    finally:
        server.kill()
    if REPORT:
        with open(REPORT, "a") as report:
            report.writelines(f"{problem}\n" for problem in problems)
    assert not problems, f"{len(problems)} of {len(shard)}:\n" + "\n".join(problems)
