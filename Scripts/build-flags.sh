# Sourced by the other scripts: goes to the top of the checkout and says how this package is built.
#
# Two calls of `swift` with other flags build everything anew, so every call takes its flags from here. Nothing here may disable the
# index store: on Linux the tests are found through it.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

strict_flags=(--explicit-target-dependency-import-check error)
debug_flags=(-j 2 -debug-info-format none "${strict_flags[@]}")
release_flags=(-c release "${strict_flags[@]}")

say() { printf '\n== %s\n' "$*"; }
