#!/bin/sh
# Workers as an array job: sbatch --export=ALL,RACEWARD_QUEUE=tls://queue.example:4222 slurm-workers.sh
#
# The first lines say how many, and what each may use. A worker that is ended, at the end of its
# time or by `scancel`, gives back what it was at; one that finds nothing to do ends by itself.
#SBATCH --job-name=raceward
#SBATCH --array=1-32
#SBATCH --cpus-per-task=1
#SBATCH --mem=5G
#SBATCH --time=04:00:00
#SBATCH --signal=TERM@60
set -eu

exec raceward worker --idle-exit 10m --queue "${RACEWARD_QUEUE:?name the queue: tls://host:4222}" \
  --queue-credentials "${RACEWARD_QUEUE_CREDENTIALS:-$HOME/.raceward/worker.creds}" \
  --queue-ca "${RACEWARD_QUEUE_CA:-$HOME/.raceward/ca.pem}"
