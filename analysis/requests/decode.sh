#!/bin/sh
# Compares how scaledeck decodes a timeline of 113 MB of JSON with other tools at
# one piece of work: how many samples it has, their worst p99 TTFT and how many
# breached the SLO. Prints one table of the best of three runs, each of a process
# of its own that reads the file, with the memory it needed at most; then what
# "scaledeck check" needs to judge the same file. Says whether the answers are the
# same.
#
#   analysis/requests/decode.sh              300 000 samples, about 113 MB
#   SAMPLES=1000 analysis/requests/decode.sh
#
# It needs Go and /usr/bin/time; jq and Python are compared where they are
# installed. Everything is written to a temporary directory.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
samples=${SAMPLES:-300000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
file=$work/timeline.json

cd "$root"
go build -o "$work/scaledeck" ./cmd/scaledeck
go test -c -o "$work/decode.test" ./model/format
"$work/decode.test" -test.run '^TestWriteTimeline$' -timeline "$file" -samples "$samples" >"$work/log"

cat >"$work/peer.py" <<'PY'
import json, sys
with open(sys.argv[1]) as f:
    doc = json.load(f)
lines = [s for c in doc["autoscaling_comparison"].values() for s in c["timeline"]]
print("answer %d %.2f %d" % (len(lines), max(s["p99_ttft_ms"] for s in lines), sum(s["slo_breached"] for s in lines)))
PY
cat >"$work/peer.jq" <<'JQ'
[.autoscaling_comparison[].timeline[]] | "answer \(length) \(map(.p99_ttft_ms) | max) \(map(select(.slo_breached)) | length)"
JQ

cat "$file" >/dev/null # so that all of them find it in memory
printf '%s samples, %s bytes, %s cores, load %s\n' "$samples" "$(wc -c <"$file")" "$(nproc)" "$(cut -d' ' -f1 /proc/loadavg)"
printf '%-34s %8s %8s %10s\n' tool seconds CPU 'max RSS'
measure() { # name, exit codes that are meant, command...
	name=$1 meant=$2
	shift 2
	rm -f "$work/time"
	for run in 1 2 3; do
		code=0
		/usr/bin/time -a -o "$work/time" -f '%e %U %S %M' "$@" >"$work/out" 2>>"$work/log" || code=$?
		case $meant in *"$code"*) ;; *) echo "$name: failed with $code"; return 0 ;; esac
	done
	grep '^[0-9]' "$work/time" | sort -n | head -1 | while read -r e u s m; do
		printf '%-34s %8s %8s %6d MiB\n' "$name" "$e" "$(echo "$u $s" | awk '{print $1 + $2}')" $((m / 1024))
	done
	# jq writes 1000 where others write 1000.00.
	sed -n 's/^answer //p' "$work/out" | awk '{printf "%d %.2f %d\n", $1, $2, $3}' >>"$work/answers"
}
measure 'scaledeck, decoding' 0 "$work/decode.test" -test.run '^TestPeer$' -peer "$file"
measure 'encoding/json into structs' 0 "$work/decode.test" -test.run '^TestPeer$' -peer "$file" -with encoding/json
[ -z "$(command -v python3)" ] || measure 'Python json' 0 python3 "$work/peer.py" "$file"
[ -z "$(command -v jq)" ] || measure "$(jq --version)" 0 jq -r -f "$work/peer.jq" "$file"
[ "$(sort -u "$work/answers" | wc -l)" = 1 ] && echo "same answers: $(head -1 "$work/answers")" || { echo 'OTHER ANSWERS'; cat "$work/answers"; }
measure 'scaledeck check, judging it' 034 "$work/scaledeck" check --max-size 256MiB "$file"
