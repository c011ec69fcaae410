#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Many plans in one call: a loop prints a plan a line, estimate --jsonl an answer a line, and jq makes a table of both.
set -euo pipefail

plans() {
  for model in llama-2-7b llama-2-13b llama-2-70b; do
    for stage in 1 2 3; do
      for nodes in 1 2 8; do
        printf '{"model": {"preset": "%s"}, "zero": {"stage": %d}, "cluster": {"nodes": %d}}\n' "$model" "$stage" "$nodes"
      done
    done
  done
}

answer='if .error then [.error]
  else [.fits_word, (.gpu.peak / 1073741824 | round | tostring) + " GiB", (.throughput.tokens_per_s // 0 | round | tostring) + " tokens/s"] end | @tsv'
paste <(plans | jq -r '[.model.preset, "stage " + (.zero.stage | tostring), (.cluster.nodes | tostring) + " nodes"] | @tsv') \
  <(plans | zero-planner estimate - --jsonl --brief | jq -r "$answer")
