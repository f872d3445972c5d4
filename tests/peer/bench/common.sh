# What the scripts here share: the programs, built, and the cores to pin them to. Sourced with `set -e`.
bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export BENCH_TEXTS=$folder
unset GOGC GOMEMLIMIT

target=$(cd "$bench" && cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')

pin=(env GOMAXPROCS=1)
if command -v taskset >/dev/null; then
  pin+=(taskset -c "${BENCH_CORE:-0}")
fi

# Builds hcldyn's program as $ours, with the texts that it and the reference's read. BENCH_ALLOCATOR=mimalloc gives
# it the allocator that the command line has.
build_ours() {
  (cd "$bench" && cargo build --quiet --release --package hcldyn-tools --bin peer-bench \
    ${BENCH_ALLOCATOR:+--features "$BENCH_ALLOCATOR"})
  ours=$folder/ours
  cp "$target/release/peer-bench" "$ours"
  "$ours" texts
}

# Builds the reference's program as $reference.
build_reference() {
  reference=$folder/reference
  (cd "$bench/.." && go build -o "$reference" ./bench)
}

# Builds the program with the peers in Rust as $rust.
build_rust() {
  (cd "$bench/rust" && cargo build --quiet --release --target-dir "$target/peers")
  rust=$folder/rust
  cp "$target/peers/release/peer-bench-rust" "$rust"
}
