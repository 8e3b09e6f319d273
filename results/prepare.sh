# Sourced by the scripts of results/, which set `root`, the root of the tree, before. Sets
#   fex      the binary: FEX, or a release build of this tree if that is not set
#   scratch  a folder that is gone when the script ends
# and has `jar_of` to fetch what is measured against. Jars are kept in FEX_CACHE, or in the user's cache if that is not set.

# Prints the path of the jar of an artifact (group:artifact:version), which Maven brings if the cache lacks it.
jar_of() {
    local name version
    IFS=: read -r _ name version <<<"$1"
    local jars=${FEX_CACHE:-$HOME/.cache/fex}/jars
    local path=$jars/$name-$version.jar
    if [[ ! -f $path ]]; then
        mvn -q dependency:copy "-Dartifact=$1" "-DoutputDirectory=$jars" >&2
    fi
    printf '%s' "$path"
}

fex=${FEX:-}
if [[ -z $fex ]]; then
    cargo build --release --locked --manifest-path "$root/Cargo.toml"
    fex=$root/target/release/fex
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
