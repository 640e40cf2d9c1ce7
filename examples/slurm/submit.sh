#!/bin/sh
# Runs a job in shards as an array of Slurm, and merges them when it has ended.
#
#   submit.sh JOB SHARDS PLAN [OPTION-OF-SBATCH...]
#
# UPRIGHT is the program, 'upright' without it; AT_ONCE is how many tasks may run at once.
set -eu

[ $# -ge 3 ] || { echo "usage: submit.sh JOB SHARDS PLAN [OPTION-OF-SBATCH...]" >&2; exit 2; }
job=$1 shards=$2 plan=$3
shift 3
upright=${UPRIGHT:-upright}
here=$(dirname "$0")

# A plan that is there is kept: remove it to plan anew. Status 1 only says that some rows will fail.
[ -e "$plan" ] || "$upright" plan --out "$plan" --shards "$shards" "$job" || [ $? -eq 1 ]

# What isn't done of it: all of a new one.
"$here/resubmit.sh" "$plan" "$@"
