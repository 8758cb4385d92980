// Jobs for schedulers that exist: a Slurm array and an indexed Kubernetes job, a shard each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sweep_actions.hpp"

namespace alembert::cli {

namespace {

std::string run_words(const SweepJob& job, const std::string& shard) {
  return fmt::format("sweep run '{}' --folder '{}' --shard {}/{}{}", job.sweep, job.folder, shard,
                     job.shards,
                     job.max_seconds.empty() ? "" : " --max-seconds " + job.max_seconds);
}

/// A name that both of them take.
std::string job_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) {
      out += c;
    } else if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.empty() ? "sweep" : out.substr(0, 40);
}

}  // namespace

std::string slurm_script(const SweepJob& job) {
  // Three times as long as it is likely to take: what is cut off is requeued and goes on.
  const double minutes = std::clamp(std::ceil(job.shard_seconds * 3.0 / 60.0), 10.0, 60.0 * 24.0);
  return fmt::format(R"(#!/bin/bash
# A shard an array task: sbatch {2}/sweep.sbatch
# A task that is cancelled, pre-empted or out of time goes on where it was when it is requeued.
#SBATCH --job-name={0}
#SBATCH --array=0-{1}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={3}
#SBATCH --time={4:.0f}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={2}/slurm-%a.out
#SBATCH --signal=B:TERM@60
"${{ALEMBERT:-alembert}}" {5} --workers "${{SLURM_CPUS_PER_TASK:-{3}}}" &
child=$!
trap 'kill -TERM $child' TERM
wait $child
code=$?
# A signal ends the first wait; the second has the answer.
if [ $code -gt 128 ]; then wait $child; code=$?; fi
if [ $code -eq 75 ]; then scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}"; fi
exit $code
)",
                     job_name(job.name), job.shards - 1, job.folder, job.workers, minutes,
                     run_words(job, "$SLURM_ARRAY_TASK_ID"));
}

std::string kubernetes_job(const SweepJob& job) {
  return fmt::format(R"(# A shard a pod: kubectl apply -f {2}/job.yaml
# Fill in the image, and a volume that all pods share at the same path.
apiVersion: batch/v1
kind: Job
metadata:
  name: {0}
spec:
  completionMode: Indexed
  completions: {1}
  parallelism: {3}
  backoffLimit: {4}
  podFailurePolicy:
    rules:
      - action: Ignore             # ended by SIGTERM: it goes on in another pod
        onExitCodes: {{operator: In, values: [75, 137, 143]}}
      - action: FailJob            # the input is wrong: no use in trying again
        onExitCodes: {{operator: In, values: [1, 2]}}
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 30
      containers:
        - name: sweep
          image: YOUR-IMAGE-WITH-ALEMBERT
          command: ["/bin/sh", "-c"]
          args: ["exec alembert {5} --workers {6}"]
          resources: {{requests: {{cpu: "{6}"}}, limits: {{cpu: "{6}"}}}}
          volumeMounts: [{{name: shared, mountPath: /shared}}]
          workingDir: /shared
      volumes:
        - name: shared
          persistentVolumeClaim: {{claimName: YOUR-SHARED-VOLUME}}
)",
                     job_name(job.name), job.shards, job.folder,
                     std::min<std::uint64_t>(job.shards, 100), 4 * job.shards,
                     run_words(job, "$JOB_COMPLETION_INDEX"), job.workers);
}

}  // namespace alembert::cli
