#!/bin/sh
# Starts a service, runs the conformance suite against it, keeps the reports and prints their summary.
#
#   SERVICE='node server.js' URL=http://127.0.0.1:1337 sh conformance.sh --type articles
#
# SERVICE   command that starts the service; leave it out for one that is already running
# URL       address of the service, without /api (http://127.0.0.1:1337)
# REPORTS   folder of the reports (conformance-report)
# SUITE     package to run (@content-api/conformance)
#
# Arguments are options of `content-api-conformance run`. The exit code is that of the run.
set -u
url=${URL:-http://127.0.0.1:1337}
reports=${REPORTS:-conformance-report}

if [ -n "${SERVICE:-}" ]; then
  sh -c "exec $SERVICE" &
  service=$!
  trap 'kill "$service" 2>/dev/null' EXIT
  trap 'exit 130' INT TERM
fi

curl --silent --output /dev/null --insecure --retry 60 --retry-delay 1 --retry-connrefused "$url" || {
  echo "$url does not answer." >&2
  exit 4
}

code=0
npx --yes "${SUITE:-@content-api/conformance}" run "$url" --report json,junit,html,badge,github-summary --out "$reports" "$@" ||
  code=$?
[ ! -f "$reports/summary.md" ] || cat "$reports/summary.md"
exit "$code"
