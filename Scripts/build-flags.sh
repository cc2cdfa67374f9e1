# Sourced by the other scripts: changes to the top of the checkout, and sets the flags that this package is built with.
#
# Two calls of `swift` with different flags rebuild everything, so every call takes its flags from here. The index store must stay enabled,
# because on Linux the tests are found through it. `TIDINGS_BUILD` names another folder than `.build` for the debug build, so that several
# clones can reuse the dependencies.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=${TIDINGS_BUILD:-.build}
strict_flags=(--explicit-target-dependency-import-check error)
# C is optimised here too, because otherwise BoringSSL takes most of the time of the tests that hash passwords.
debug_flags=(-j 2 --scratch-path "$build" -debug-info-format none -Xcc -O2 "${strict_flags[@]}")
# Relocations packed by lld take 6 MB less memory than plain ones when the program starts (DT_RELR: glibc 2.36, Debian 12).
release_flags=(-c release --static-swift-stdlib "${strict_flags[@]}" -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)

# The Python of the tests, with the packages in their list. Some Swift tests compare their results with it; the checks use ruff.
venv=$build/venv
prepare_venv() {
    local wanted=Tests/EndToEnd/requirements.txt
    cmp --silent "$wanted" "$venv/installed.txt" && return
    rm -rf "$venv"
    /usr/bin/python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted"
    cp "$wanted" "$venv/installed.txt"
}

say() { printf '\n== %s\n' "$*"; }
