-- SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- Refuses a job whose plan does not fit, before Slurm queues it. An administrator puts this file beside slurm.conf and
-- JobSubmitPlugins=lua into it; zero-planner must be installed on the controller.
--
-- The plan is the file that a line "# zero-plan: FILE" of the batch script names, else plan.zplan.json in the folder that the job
-- is submitted from, where zero-planner export --for slurm puts it. Nodes and GPUs are those that the job asks for. A job without
-- a plan passes, and so does one whose plan cannot be read: the guard refuses only what it knows not to fit.

local planner = os.getenv("ZERO_PLANNER") or "zero-planner"
local patience = 5 -- seconds; the controller waits for the answer, which takes some hundredths of one

local function quoted(word)
  return "'" .. string.gsub(word, "'", "'\\''") .. "'"
end

local function plan_of(job)
  local path = string.match("\n" .. (job.script or ""), "\n# zero%-plan: ([^\n]+)") or "plan.zplan.json"
  if string.sub(path, 1, 1) ~= "/" then
    path = (job.work_dir or "") .. "/" .. path
  end
  local file = io.open(path)
  if not file then
    return nil
  end
  file:close()
  return path
end

-- What the job asks for, as keys of a plan: min_nodes, and "gres/gpu:8" or "gres:gpu:a100:8" in tres_per_node.
local function settings_of(job)
  local settings = ""
  if job.min_nodes and job.min_nodes ~= slurm.NO_VAL then
    settings = settings .. " --set cluster.nodes=" .. job.min_nodes
  end
  local gpus = string.match(job.tres_per_node or "", "gpu[^,]*:(%d+)")
  if gpus then
    settings = settings .. " --set cluster.gpus_per_node=" .. gpus
  end
  return settings
end

function slurm_job_submit(job, partitions, uid)
  local plan = plan_of(job)
  if not plan then
    return slurm.SUCCESS
  end
  local answer = io.popen("timeout " .. patience .. " " .. quoted(planner) .. " estimate " .. quoted(plan) ..
    settings_of(job) .. " 2>&1; echo exit status $?")
  local text = answer:read("*a")
  answer:close()
  local status = string.match(text, "exit status (%d+)%s*$")
  if status == "1" then
    local verdict = string.match(text, "^(.-)\n\nIssues") or text
    slurm.log_user("%s", plan .. " does not fit.\n" .. verdict)
    return slurm.ERROR
  end
  slurm.log_info("%s", "zero-planner: " .. plan .. ": exit status " .. (status or "unknown"))
  return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, uid)
  return slurm.SUCCESS
end

return slurm.SUCCESS
