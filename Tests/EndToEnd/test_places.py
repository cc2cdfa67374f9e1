"""Places on the command line: imported, looked up and named, and refused imports."""

import zipfile

from conftest import json_lines, until

CITY = "2063523\tPerth\tPerth\tPer\t-31.95224\t115.8614\tP\tPPLA\tAU\t\t08\t50000\t\t\t2192229\t\t31\tAustralia/Perth\t2026-01-01\n"
CODES = "AU\t6008\tSubiaco\tWestern Australia\tWA\t\t\t\t\t-31.9485\t115.8268\t4\nAU\t6008\tShenton Park\tWestern Australia\tWA\t\t\t\t\t-31.9576\t115.8068\t4\n"
GEONAMES = "Contains data from GeoNames, CC BY 4.0"


def test_the_places_that_come_along_are_found_without_anything_imported(cli):
    near = cli.with_data("places", "near", "-31.95,115.83", "--count", "2")
    assert near.returncode == 0, near.stderr
    assert near.stdout.splitlines()[0].startswith("345 m\tSubiaco, 6008, WA, AU\t")
    assert cli.with_data("places", "find", "MT BARKER").stdout.startswith("Mount Barker, 6324, WA, AU\t")
    assert near.stderr == ""
    assert not cli.data.exists(), "asking makes no store"


def test_a_position_in_a_country_without_places_is_told_so(cli):
    near = cli.with_data("places", "near", "51.5,-0.12")
    assert near.returncode == 0, near.stderr
    assert all(", AU\t" in line for line in near.stdout.splitlines()), near.stdout
    assert "No known place is within 50 km" in near.stderr
    assert "tidings places import" in near.stderr


def test_imported_places_are_looked_up_and_replaced_by_the_next_import(cli):
    (cli.folder / "cities500.txt").write_text(CITY)
    (cli.folder / "AU.txt").write_text(CODES)
    done = cli.with_data("places", "import", "cities500.txt", "AU.txt")
    assert (done.returncode, done.stdout) == (0, "cities500: 1 place\nAU: 2 postcodes\n"), done.stderr
    assert json_lines(cli.with_data("places", "postcode", "6008", "--json").stdout) == [
        {"name": "Subiaco", "position": "-31.9485,115.8268", "country": "AU", "region": "WA", "postcode": "6008", "population": None}
    ]
    # A list of postcodes says nothing about neighbours.
    for words in (("--json", "-31.9522,115.8613"), ("-31.9522,115.8613", "--json"), ("--json", "--", "-31.9522,115.8613")):
        nearest = json_lines(cli.run("places", "near", "--data", cli.data, *words).stdout)[0]
        assert (nearest["name"], nearest["country"]) == ("Perth", "AU")

    (cli.folder / "AU.txt").write_text(CODES.splitlines()[0])
    assert cli.with_data("places", "import", "AU.txt", "--json").returncode == 0
    sources = json_lines(cli.with_data("places", "--json").stdout)
    assert [(source["name"], source["kind"], source["places"]) for source in sources] == [
        ("cities500", "places", 1), ("AU", "postcodes", 1), ("western-australia", "places", 558),
    ]
    assert {source["attribution"] for source in sources} == {GEONAMES}
    assert cli.with_data("places", "remove", "AU").returncode == 0
    # Then it is one of the built-in places, and an imported one is unknown.
    assert json_lines(cli.with_data("places", "postcode", "6008", "--json").stdout)[0]["population"] == 9690
    assert cli.with_data("places", "postcode", "SW1A 1AA").returncode == 1


def test_a_running_server_knows_what_is_imported_beside_it(serve, publisher):
    settings = {"TIDINGS_BOARDS": "fuel", "TIDINGS_PUBLIC_BOARDS": "fuel"}
    server = serve("--source", f"fuel={publisher.url('/{day}.xml')}", "--allow-hosts", publisher.host, settings=settings)
    asked = "/api/v1/boards/fuel/stations?place=Hidden%20Valley"
    assert server.get(asked)[0] == 422
    table = server.data / "shire.csv"
    table.write_text("suburb,latitude,longitude\nHidden Valley,-31.95,115.86\n")
    server.run("places", "import", table)
    until(lambda: server.get(asked)[0] == 200)


def test_a_table_of_ones_own_says_whom_to_name(cli):
    (cli.folder / "shire.csv").write_text("# Shire of Somewhere\nsuburb;latitude;longitude\nHidden Valley;-31.0;116.0\n")
    assert cli.with_data("places", "import", "shire.csv").returncode == 0
    assert "Shire of Somewhere" in cli.with_data("places").stdout
    assert cli.with_data("places", "import", "shire.csv", "--attribution", "Somebody else").returncode == 0
    assert "Somebody else" in cli.with_data("places").stdout


def test_what_cannot_be_imported_is_said_with_its_line_and_nothing_is_taken(cli):
    (cli.folder / "cities500.txt").write_text(CITY + CITY.replace("-31.95224", "south"))
    done = cli.with_data("places", "import", "cities500.txt")
    assert done.returncode == 2
    assert "cities500.txt, line 2: " in done.stderr
    assert cli.with_data("places", "import", "none.txt").returncode == 2
    assert not (cli.data / "places.gazetteer").exists()


def test_a_position_that_is_none_and_a_place_that_is_not_there(cli):
    for position in (["91,0"], ["Perth"], ["1", "2"], []):
        assert cli.with_data("places", "near", *position).returncode == 2
    assert cli.with_data("places", "find", "Atlantis").returncode == 1


def test_a_damaged_file_of_places_is_said_and_importing_mends_it(cli):
    (cli.folder / "AU.txt").write_text(CODES)
    assert cli.with_data("places", "import", "AU.txt").returncode == 0
    file = cli.data / "places.gazetteer"
    file.write_bytes(file.read_bytes()[:-20])
    done = cli.with_data("places")
    assert done.returncode == 2
    assert "places.gazetteer: is cut short" in done.stderr
    doctor = {finding["what"]: finding for finding in json_lines(cli.with_data("doctor", "--json").stdout)}
    assert doctor["places"]["state"] == "amiss"
    assert cli.with_data("places", "import", "AU.txt").returncode == 0
    assert cli.with_data("places", "postcode", "6008").returncode == 0


def test_a_file_of_addresses_that_is_none_is_said_before_the_server_starts(cli):
    (cli.folder / "city.mmdb").write_text("no such file")
    cli.settings["TIDINGS_MAXMIND_FILE"] = "city.mmdb"
    done = cli.with_data("serve", "--port", "0")
    assert done.returncode == 2
    assert "city.mmdb: isn't a MaxMind DB file" in done.stderr
    doctor = {finding["what"]: finding for finding in json_lines(cli.with_data("doctor", "--json").stdout)}
    assert doctor["maxmind-file"]["state"] == "amiss"


def test_an_archive_is_unpacked_and_its_readme_passed_over(cli):
    with zipfile.ZipFile(cli.folder / "AU.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("readme.txt", "Readme for GeoNames")
        archive.writestr("AU.txt", CODES)
    done = cli.with_data("places", "import", "AU.zip")
    assert (done.returncode, done.stdout) == (0, "AU: 2 postcodes\n"), done.stderr
    with zipfile.ZipFile(cli.folder / "two.zip", "w") as archive:
        archive.writestr("a.txt", CODES)
        archive.writestr("b.txt", CODES)
    done = cli.with_data("places", "import", "two.zip")
    assert done.returncode == 2
    assert "there are 2 tables in it" in done.stderr
