#!/bin/sh
# Submits the shards of a plan that are missing or failed, and a merge for when they have ended. Wait for the tasks of
# earlier arrays first: a shard that still waits in the queue counts as missing.
#
#   resubmit.sh PLAN [OPTION-OF-SBATCH...]
#
# UPRIGHT is the program, 'upright' without it; AT_ONCE is how many tasks may run at once.
set -eu

[ $# -ge 1 ] || { echo "usage: resubmit.sh PLAN [OPTION-OF-SBATCH...]" >&2; exit 2; }
plan=$1
shift
here=$(dirname "$0")

# Their numbers as Slurm writes them, such as 0,3-5.
status=$("${UPRIGHT:-upright}" status --plan "$plan" --json)
tasks=$(echo "$status" | sed 's/.*"rerun":"\([^"]*\)".*/\1/')

if [ -z "$tasks" ]; then
  echo "Nothing to submit: no shard is missing or failed. Without a manifest yet: upright merge --plan $plan"
  exit 0
fi

array=$(sbatch --parsable "$@" --array="$tasks${AT_ONCE:+%$AT_ONCE}" "$here/upright-array.sbatch" "$plan")
array=${array%%;*}
# After any end: merge itself says what is missing.
merge=$(sbatch --parsable "$@" --dependency="afterany:$array" "$here/upright-merge.sbatch" "$plan")
echo "Shards $tasks: array $array, then merge: job ${merge%%;*}"
