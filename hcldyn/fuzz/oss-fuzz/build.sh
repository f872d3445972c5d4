#!/bin/bash -eu
# Builds the fuzz targets with their seeds and dictionaries into $OUT, in the environment of OSS-Fuzz.
cd "$SRC/hcldyn/hcldyn/fuzz"

cargo fuzz build --release --debug-assertions
for target in $(cargo fuzz list); do
  cp "target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
done

# Seeds come from the recorded vectors of the tests.
seeds=$(mktemp -d)
env -u RUSTFLAGS cargo run --bin seeds -- "$seeds"
for folder in "$seeds"/*/; do
  target=$(basename "$folder")
  zip --quiet --recurse-paths --junk-paths "$OUT/${target}_seed_corpus.zip" "$folder"
  case "$target" in
    json_syntax | wire) dictionary=json.dict ;;
    *) dictionary=hcl.dict ;;
  esac
  cp "oss-fuzz/$dictionary" "$OUT/$target.dict"
  printf '[libfuzzer]\nmax_len = 4096\ntimeout = 10\nrss_limit_mb = 2048\n' > "$OUT/$target.options"
done
