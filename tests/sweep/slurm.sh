#!/usr/bin/env bash
# A real Slurm of one node, started here and ended here: an array of eight shards, one of which is
# cancelled while it runs and requeued. The merged table is that of a run without a scheduler.
#   slurm.sh PROGRAM SOURCE_FOLDER
set -u
program=$1
source=$2
skip() {
  printf 'Sweep: Skipped\n%s\n' "$1"
  exit 0
}
for name in slurmctld slurmd sbatch scontrol squeue munged; do
  PATH=$PATH:/usr/sbin:/sbin command -v $name >/dev/null || skip "There is no $name here (Debian: slurmctld slurmd slurm-client munge)"
done
export PATH=$PATH:/usr/sbin:/sbin
[ "$(id -u)" = 0 ] || skip "slurmd runs jobs as others, which only root may start"

folder=$(mktemp -d -t alembert-slurm-XXXXXX)
chmod 755 "$folder"
started=()
end() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$folder"
}
trap end EXIT
cd "$folder" || exit 1
mkdir -m 700 munge
mkdir state spool
head -c 1024 /dev/urandom >munge/key
chmod 600 munge/key
host=$(hostname -s)
cat >slurm.conf <<CONF
ClusterName=alembert
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0,sched_interval=2
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
CONF
printf 'CgroupPlugin=autodetect\n' >cgroup.conf
export SLURM_CONF=$folder/slurm.conf
munged --foreground --force --key-file=munge/key --socket="$folder/munge/socket" \
  --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" 2>munged.err &
started+=($!)
sleep 1
slurmctld -D >/dev/null 2>slurmctld.err &
started+=($!)
slurmd -D -N "$host" >/dev/null 2>slurmd.err &
started+=($!)
for _ in $(seq 60); do
  scontrol show node "$host" 2>/dev/null | grep -q 'State=IDLE' && break
  sleep 0.5
done
if ! scontrol show node "$host" 2>/dev/null | grep -q 'State=IDLE'; then
  skip "Slurm does not start here: $(tail -qn1 slurmd.err slurmctld.err slurmd.log slurmctld.log munged.err 2>/dev/null | tr '\n' ' ')"
fi

fail() {
  echo "FAILED: $1"
  tail -n 5 sweep/slurm-*.out slurmctld.log slurmd.log 2>/dev/null
  exit 1
}
cat >problem.yaml <<PROBLEM
alembert: motion/1
robot: $source/models/two_link.yaml
start: {q: [0, 0]}
goal: {q: [0.5, 0.3]}
minimize: {time: 1, effort: 1e-3}
limits: {velocity: 3, torque: [14, 7]}
spline: {segments: 24}
PROBLEM
cat >sweep.yaml <<SWEEP
alembert: sweep/1
problem: problem.yaml
grid:
  - {name: a, set: 'goal.q[0]', from: -1, to: 1, count: 16}
  - {name: b, set: 'goal.q[1]', from: -1, to: 1, count: 10}
SWEEP
"$program" sweep plan sweep.yaml --folder sweep --shards 8 --workers 1 --trials 2 || fail "no plan"
export ALEMBERT=$program
job=$(sbatch --parsable sweep/sweep.sbatch) || fail "sbatch refused it"
for _ in $(seq 300); do # until shard 3 has begun
  [ "$(stat -c %s sweep/shard-00003-of-00008.log 2>/dev/null || echo 0)" -gt 1000 ] && break
  sleep 0.1
done
before=$(squeue -h -j "${job}_3" -o %t 2>/dev/null)
scontrol requeue "${job}_3" || skip "task 3 was over before it could be requeued (it was '$before')"
sleep 3 # a node that has just ended a task refuses it for a moment
wait_for_all() {
  for _ in $(seq 300); do
    scontrol update "jobid=${job}_3" starttime=now 2>/dev/null
    [ -z "$(squeue -h -j "$job" 2>/dev/null)" ] && return
    sleep 0.4
  done
}
wait_for_all
if grep -q 'Killing non-startable' slurmctld.log; then # as it was refused: asked for again, as people would
  job=$(sbatch --parsable --array=3 sweep/sweep.sbatch) || fail "sbatch refused it"
  wait_for_all
fi
# Tasks that Slurm never starts are no matter of ours; one that runs and does not end is.
left=$(squeue -h -j "$job" -o '%t %r' 2>/dev/null)
if [ -n "$left" ]; then
  grep -q '^R' <<<"$left" && fail "it does not end: $left"
  skip "Slurm does not start its tasks here: $left"
fi
"$program" sweep merge sweep >/dev/null || fail "no merge"
"$program" sweep run sweep.yaml --folder plain >/dev/null || fail "no run without a scheduler"
"$program" sweep merge plain >/dev/null
cmp sweep/merged.csv plain/merged.csv || fail "the tables differ"
echo "8 shards, task 3 was '$before' when it was requeued: $(grep -c . sweep/slurm-3.out) lines of it, the same table"
cat sweep/slurm-3.out
