# Sourced by the other scripts: goes to the top of the checkout and says how this package is built.
#
# Two calls of `swift` with other flags build everything anew, so every call takes its flags from here. Nothing here may disable the
# index store: on Linux the tests are found through it.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

strict_flags=(--explicit-target-dependency-import-check error)
debug_flags=(-j 2 -debug-info-format none "${strict_flags[@]}")
# Relocations packed by lld take 6 MB less memory at the start of the program than plain ones (DT_RELR: glibc 2.36, Debian 12).
release_flags=(-c release --static-swift-stdlib "${strict_flags[@]}" -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)

say() { printf '\n== %s\n' "$*"; }
