#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# probe_script_test.sh PROGRAM: the script that `probe --script` writes runs on this machine, with nvidia-smi, nccl-tests and fio replaced by
# fakes that print what they print on public machines; `probe` reads its document into a plan. Then without any of them.
set -euo pipefail
program=$(readlink -f "$1")
source=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
data=$source/tests/data/probe
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir bin bare drives
stop() {
  printf 'FAIL %s\n' "$*"
  cat probe.json probe.err 2>/dev/null || true
  exit 1
}
fake() { # NAME, script on standard input
  { printf '#!/usr/bin/env bash\n'; cat; } >"bin/$1"
  chmod +x "bin/$1"
}
# A PATH of fakes and of what every machine has; without a compiler, for its time.
for tool in bash cat env lscpu mktemp nproc rm uname; do
  ln -s "$(type -P "$tool")" "bare/$tool"
done
ln -s "$(python3 -c 'import sys; print(sys.executable)')" bare/python3

fake nvidia-smi <<FAKE
case "\$*" in
  *--query-gpu*) for _ in 1 2 3 4 5 6 7 8; do echo "NVIDIA H20, 97871, 5, 16"; done ;;
  "topo -m") cat "$data/topo-h20-8-gpus.txt" ;;
esac
FAKE
fake all_gather_perf <<FAKE
cat "$data/nccl-all-gather-old-format.txt"
FAKE
fake reduce_scatter_perf <<'FAKE'
echo "NCCL failure" >&2
exit 3
FAKE
# For reading, both parts of fio's document change places.
fake fio <<FAKE
if [[ \$* == *--rw=read* ]]; then
  sed 's/"write" : {/"other" : {/; s/"read" : {/"write" : {/; s/"other" : {/"read" : {/' "$data/fio-write.json"
else
  cat "$data/fio-write.json"
fi
FAKE

"$program" probe --script probe.sh
[ -x probe.sh ] || stop "the script cannot be run"
"$program" probe --script - | cmp - probe.sh || stop "standard output has another script"

PATH=$scratch/bare ZP_PROBE_SECONDS=60 bash probe.sh >probe.json 2>probe.err || stop "without tools"
jq -e '.format == "zero-probe-data/1" and .host_memory_bytes > 0 and .cpu.cores > 0 and .seconds < 120' probe.json >/dev/null || stop "the document"
for what in 'GPUs (nvidia-smi)' 'matrix products (PyTorch)' 'drives'; do
  jq -e --arg what "$what" '.absent | any(.what == $what and .why != "")' probe.json >/dev/null || stop "$what is not said to be absent"
done
"$program" probe probe.json --json >answer.json || stop "reading it"
jq -e '.cluster.cpu_cores > 0 and (.absent | length) >= 8 and .files[0].tool == "probe script"' answer.json >/dev/null || stop "its keys"

PATH=$scratch/bin:$scratch/bare:$(dirname "$(type -P sed)") ZP_PROBE_SECONDS=60 bash probe.sh "$scratch/drives" >probe.json 2>probe.err || stop "with tools"
jq -e '(.gpus | length) == 8 and .gpus[0].pcie_generation == 5 and (.topology | contains("NV18"))' probe.json >/dev/null || stop "the GPUs"
jq -e '.absent | any(.what == "collectives (nccl-tests)" and (.why | contains("exit status 3")))' probe.json >/dev/null || stop "a test that fails is named"
jq -e '.nccl_tests | contains("268435456")' probe.json >/dev/null || stop "one that runs stays"
jq -e '.drive.read_gb_per_s > 0 and .drive.write_gb_per_s > 0' probe.json >/dev/null || stop "the drives"
[ -z "$(ls drives)" ] || stop "a file is left on the drives"
printf '{"model": {"preset": "llama-2-7b"}}\n' >plan.zplan.json
"$program" probe probe.json --plan plan.zplan.json --out probed.zplan.json >answer.txt || stop "into a plan"
jq -e '.cluster.gpu.preset == "h20-96gb" and .cluster.gpus_per_node == 8 and (.cluster.nvme.path | startswith("/")) and .model.preset == "llama-2-7b"' probed.zplan.json >/dev/null ||
  stop "the plan"
"$program" probe "$data/nccl-all-reduce-h100-pcie-bridge.txt" --out machine.json >/dev/null || stop "a profile"
jq -e '.measured.node_link > 0' machine.json >/dev/null || stop "the profile"

for wrong in "probe" "probe --script a.sh probe.json" "probe missing.json" "probe probe.json --set zero.stage=3"; do
  status=0
  # shellcheck disable=SC2086 # words
  "$program" $wrong >/dev/null 2>&1 || status=$?
  [ "$status" -eq 2 ] || stop "status $status of: $wrong"
done
status=0
echo "nothing of a tool" | "$program" probe - >/dev/null || status=$?
[ "$status" -eq 1 ] || stop "status $status of a text that is no tool's"
echo "the script and its document are as they should be"
