# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by run.sh after steps.sh: one bar on standard error over several steps, while their own output goes to a log. Where
# standard error is no terminal, a line for each tenth of the work.

log=${root:?steps.sh goes before}/build/run.log
bar_width=30
whole_began=$SECONDS
percent_before=0 # of the whole, by the steps that are done
work=0           # of the build that is to be followed, as work_of counts it; 0 = not counted

# step NAME SHARE COMMAND...: runs the command; SHARE is what the step takes of the whole, in percent. If it fails, the end of
# its output is shown and the log is named.
step() {
  local name=$1 share=$2 status=0
  shift 2
  mkdir -p "$root/build"
  : >"$log"
  { messages=3 bar=shown "$@" 2>&1 </dev/null | follow; } 3>&2 || status=$?
  percent_before=$((percent_before + share))
  [ "$status" -eq 0 ] && return
  tail -n 20 "$log" >&2
  [ ! -s "$log" ] || say "$name failed after $(clock $((SECONDS - whole_began))). All of its output: $log"
  return "$status"
}

# clock SECONDS: as 1:05.
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# follow: reads the output of a step; Ninja's "[3/8] …" and the status lines of apt say how far it is.
follow() {
  local piece='' line='' what='' done_of_step=0 done_work=0 tenth=0 began=$SECONDS
  while :; do
    if IFS= read -r -t 1 piece; then
      line+=$piece
      printf '%s\n' "$line" >>"$log"
      read_progress
      line=''
    elif [ $? -gt 128 ]; then # a second without a whole line
      line+=$piece
    else
      break
    fi
    draw
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

# work_of: the work in the lines of Ninja: a unity file or precompiled header counts as several sources, and what is no
# compilation as nothing (from .ninja_log: 8 s, 1.5 s and 0.01 s each).
work_of() { awk '/Building CXX object/ { sum += /Unity|[.]gch/ ? 5 : 1 } END { print sum + 0 }'; }

# read_progress: sets done_of_step, in percent, and what, from a line.
read_progress() {
  if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
    if [ "$work" -gt 0 ]; then
      done_work=$((done_work + $(work_of <<<"$line")))
      done_of_step=$((100 * done_work / work))
    else
      done_of_step=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
    fi
    what="file ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
  elif [[ $line =~ ^dlstatus:[^:]*:([0-9]+) ]]; then # downloading and unpacking count as halves
    done_of_step=$((BASH_REMATCH[1] / 2))
    what=downloading
  elif [[ $line =~ ^pmstatus:([^:]*):([0-9]+) ]]; then
    done_of_step=$((50 + BASH_REMATCH[2] / 2))
    what=${BASH_REMATCH[1]}
  fi
}

# draw: the bar, once the step does something or has taken a second; or a line, where it has come a tenth further.
draw() {
  local percent=$((percent_before + share * done_of_step / 100)) seconds=$((SECONDS - whole_began)) full rest=''
  if [ ! -t 2 ]; then
    [ $((percent / 10)) -gt "$tenth" ] || return 0
    tenth=$((percent / 10))
    printf '%s: %d %% of all, %s\n' "$name" "$percent" "$(clock "$seconds")" >&2
    return
  fi
  [ "$done_of_step" -gt 0 ] || [ $((SECONDS - began)) -ge 1 ] || return 0
  full=$((percent * bar_width / 100))
  [ "$percent" -lt 10 ] || rest=", about $(clock $((seconds * (100 - percent) / percent))) left"
  printf '\r\033[K[%s%s] %3d %%  %s%s  %s%s' "$(printf '%*s' "$full" '' | tr ' ' '#')" \
    "$(printf '%*s' $((bar_width - full)) '' | tr ' ' .)" "$percent" "$name" "${what:+, $what}" "$(clock "$seconds")" "$rest" >&2
}
