#!/bin/sh
# Runs a job in shards by GNU parallel, here or on several machines, and merges them. Run again, it goes on with what
# is missing or failed.
#
#   run.sh JOB SHARDS PLAN [OPTION-OF-PARALLEL...]
#
# UPRIGHT is the program, 'upright' without it; JOBS is how many pictures each shard works on at once, 1 without it.
set -eu

[ $# -ge 3 ] || { echo "usage: run.sh JOB SHARDS PLAN [OPTION-OF-PARALLEL...]" >&2; exit 2; }
job=$1 shards=$2 plan=$3
shift 3
upright=${UPRIGHT:-upright}
log=$plan.joblog

# A plan that is there is kept: remove it to plan anew. Status 1 only says that some rows will fail.
if [ ! -e "$plan" ]; then
  rm -f "$log"
  "$upright" plan --out "$plan" --shards "$shards" "$job" || [ $? -eq 1 ]
fi
# As many as it has: an earlier plan may have others.
shards=$("$upright" status --plan "$plan" --json | sed 's/.*"shards":\([0-9]*\).*/\1/')

# Each shard is a line of the log, with its status. Later calls run those that have none, and those that failed.
seq 0 $((shards - 1)) |
  parallel --quote --joblog "$log" --resume-failed "$@" \
    "$upright" run --quiet --jobs "${JOBS:-1}" --plan "$plan" --shard "{}/$shards" ||
  echo "Some shards ended with another status than 0 ($log has which): to go on, run this again." >&2

# Names the shards that are missing, and ends with 75, where there are any.
"$upright" merge --plan "$plan"
