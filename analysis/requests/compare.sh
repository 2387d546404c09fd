#!/bin/sh
# Compares "scaledeck analyze" with other tools at one piece of work: p95 and p99
# of the TTFT by run and tenant over generated request results. Prints one table
# of the best of three runs, with the memory each needed at most, and says whether
# the answers are the same.
#
#   analysis/requests/compare.sh            2.4 million rows, about 380 MB
#   ROWS=10000000 analysis/requests/compare.sh
#
# It needs Go, /usr/bin/time, and Node with npm for DuckDB; Miller is compared
# where mlr is installed. Everything is written to a temporary directory.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
rows=${ROWS:-2400000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/evidence"
file=$work/evidence/request-results.csv

cd "$root"
go build -o "$work/scaledeck" ./cmd/scaledeck
go test -c -o "$work/requests.test" ./analysis/requests
"$work/requests.test" -test.run '^TestWriteEvidence$' -evidence "$work/evidence" -rows "$rows" >"$work/log"

cat >"$work/duck.mjs" <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
const db = await (await DuckDBInstance.create(':memory:')).connect();
const reader = await db.runAndReadAll(`select run_name, tenant, quantile_disc(ttft_ms, 0.95), quantile_disc(ttft_ms, 0.99)
  from read_csv('${process.argv[2]}') where http_status = 200 group by all`);
for (const [run, tenant, p95, p99] of reader.getRows()) console.log([run, tenant, Number(p95).toFixed(3), Number(p99).toFixed(3)].join(','));
JS
cat >"$work/ours.mjs" <<'JS'
import { readFileSync } from 'node:fs';
const tenants = [['realtime-chat', 'premium_burst_p95_ttft_ms', 'premium_burst_p99_ttft_ms'], ['standard-long-context', 'standard_burst_p95_ttft_ms']];
for (const row of JSON.parse(readFileSync(process.argv[2])).rows)
  for (const [tenant, ...keys] of tenants) console.log([row.run_name, tenant, ...keys.map((k) => row[k].toFixed(3))].join(','));
JS
if command -v npm >/dev/null; then
	(cd "$work" && npm install --silent --no-audit --no-fund --prefix "$work" @duckdb/node-api >>"$work/log" 2>&1) || true
fi

cat "$file" >/dev/null # so that all of them find it in memory
printf '%s rows, %s bytes, %s cores, load %s\n' "$rows" "$(wc -c <"$file")" "$(nproc)" "$(cut -d' ' -f1 /proc/loadavg)"
printf '%-34s %8s %8s %10s\n' tool seconds CPU 'max RSS'
measure() { # name, where its answer goes, command...
	name=$1 answer=$2
	shift 2
	for run in 1 2 3; do
		/usr/bin/time -a -o "$work/time.$$" -f '%e %U %S %M' "$@" >"$work/out" 2>>"$work/log" || { echo "$name: failed"; rm -f "$work/time.$$"; return 0; }
	done
	sort -n "$work/time.$$" | head -1 | while read -r e u s m; do
		printf '%-34s %8s %8s %6d MiB\n' "$name" "$e" "$(echo "$u $s" | awk '{print $1 + $2}')" $((m / 1024))
	done
	rm -f "$work/time.$$"
	[ -z "$answer" ] || grep '^[0-9].*,.*,' "$work/out" | sort >"$work/$answer" || true
}
measure 'scaledeck analyze' '' "$work/scaledeck" analyze "$work/evidence" --window 0s..1h --quiet --force --out "$work/ours.json"
[ ! -d "$work/node_modules" ] || measure 'DuckDB (Node package)' duck node "$work/duck.mjs" "$file"
measure 'encoding/csv, one goroutine' csv "$work/requests.test" -test.run '^TestPeer$' -peer "$file"
if command -v mlr >/dev/null; then
	measure 'Miller' '' mlr --icsv --ojson filter '$http_status == 200' then stats1 -a p95,p99 -f ttft_ms -g run_name,tenant "$file"
fi
if command -v node >/dev/null; then
	node "$work/ours.mjs" "$work/ours.json" | sort >"$work/ours"
	for peer in duck csv; do
		[ -s "$work/$peer" ] || continue
		# Ours has no p99 of the standard tenant.
		sed 's/\(,standard-long-context,[^,]*\),.*/\1/' "$work/$peer" | cmp -s - "$work/ours" && echo "same answers as $peer" || { echo "OTHER ANSWERS than $peer"; sed 's/\(,standard-long-context,[^,]*\),.*/\1/' "$work/$peer" | diff - "$work/ours" || true; }
	done
fi
