// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/report_rounds.h"

#include <array>

namespace zp::test {
namespace {

constexpr auto rounds = std::to_array<ReportRound>({
    {.name = "users",
     .memory = "memory-5.json",
     .speed = "speed-5.json",
     .title = "Reports of users",
     .later_keys =
         "Issues and posts of people who do not know the program, written as plans from their words alone. "
         "The keys that came later are the releases of the report's day, and types that its command names.",
     .heading = "What users report",
     .about =
         "Issues and posts of people who do not know the program, none of which it had been held against. "
         "Their words were turned into plans before any estimate was made. Many leave out a setting that "
         "decides, such as the micro batch, the length or the precision. The keys added later are the "
         "releases of the report's day and types that its command names, added after the errors had been "
         "seen. No range, factor or constant comes from these rows. On the day when they were collected, 29 "
         "November 2026, the medians over all rows were 19.0 % and 28.1 %; defaults of old releases and the "
         "exchange between experts of pipeline stages were mended since, after the errors had been seen.",
     .readings = "",
     .readings_about = ""},
    {.name = "users2",
     .memory = "memory-6.json",
     .speed = "speed-6.json",
     .title = "Reports of users, second round",
     .later_keys =
         "Issues, pull requests and example scripts, written as plans from their words alone. The keys that "
         "came later are facts that the same source states and the first plan left out or misread.",
     .heading = "What users report, second round",
     .about = "Issues, pull requests and example scripts that state figures, collected on 30 November 2026 "
              "and turned into 73 plans before any estimate was made, by somebody who knew the program. "
              "Fifteen plans were refused at first, twelve for the spelling of a GPU and three for a word of "
              "`training.roles`; here they have the accepted words. Of all 34 reports of running out of "
              "memory 12 were said that day to fit with odds of 80 % or more. Three of them, two of these "
              "12, and one step time are left out below, because the commands as printed end before the "
              "settings that decide, or the time is of samples of unknown lengths. Keys added later are "
              "facts of the same source that the first plan left out or misread, added after the errors had "
              "been seen. No range, factor or constant comes from these rows.",
     .readings = "First reading of the second round of reports",
     .readings_about = "What the program of the day said of plans that were written from reports on 30 "
                       "November 2026, before it had seen one of them, and what it says now. Ratios are "
                       "predicted ÷ measured. Odds are those that a plan fits. Rules that these rows showed "
                       "to be wrong may have been mended since, so that the first line alone is blind."},
    {.name = "strangers",
     .memory = "memory-7.json",
     .speed = "speed-7.json",
     .title = "Runs that strangers published",
     .later_keys = "Tables, logs, pull requests and issues, written as plans from their words alone. The "
                   "keys added later are what a second reader found in the same sources, who had seen no "
                   "estimate either, and the bf16 of frozen weights in three rows.",
     .heading = "Runs that strangers published",
     .about = "71 runs of 30 sources (of 19 repositories) that the project had not read, collected on 30 "
              "November 2026: tables of READMEs, logs, pull requests and issues, most of them of DeepSpeed, "
              "with cards from V100 to B200 and Gaudi 3. They were turned into plans before any estimate was "
              "made, by somebody who knew the keys; none was refused. A second reader, who had seen no "
              "estimate either, read every source again: no figure changed, and what that reader found "
              "besides are the keys added later. That the frozen weights of three rows are bf16, as the cast "
              "that the reader names makes them, was added once their errors had been seen. No range, factor "
              "or constant comes from these rows; one rule does, that transformers copies no logits of a "
              "single sequence, which the second reader saw in its source.",
     .readings = "First reading of runs that strangers published",
     .readings_about = "What the program of the day said of these plans before it had seen one of them, and "
                       "what it says now. Ratios are predicted ÷ measured. Odds are those that a plan fits."},
    {.name = "strangers2",
     .memory = "memory-8.json",
     .speed = "speed-8.json",
     .title = "DeepSpeed runs that strangers published",
     .later_keys = "Result files, READMEs, logs and issues of DeepSpeed with offload or stage 3, written as "
                   "plans from their words alone. The keys added later are what a second reader found in the "
                   "same sources, who had seen no estimate either, and the padding of six rows, which was "
                   "more than a plan could state.",
     .heading = "DeepSpeed runs that strangers published",
     .about = "79 rows of 35 sources that the project had not read, collected on 30 November 2026: DeepSpeed "
              "with offload or at stage 3, and runs beside them, where somebody gives the memory of a GPU or "
              "of a node, the time of a step, or that it ran out of memory. They were turned into plans "
              "before any estimate was made, by somebody who knew the keys. Six were refused for a padding "
              "above 93.75 %, which a plan may state now. A second reader, who had seen no estimate either, "
              "read every source again: one time was converted wrongly, one was no step time and is left "
              "out, and the rest of what that reader found are the keys added later. Most leave out a "
              "setting that decides. No range, factor or constant comes from these rows; one rule does, "
              "read in DeepSpeed's source after the error of row ST8046 had been seen: frozen weights in "
              "host memory are in no flat buffer, and were counted twice.",
     .readings = "First reading of DeepSpeed runs that strangers published",
     .readings_about = "What the program of the day said of these plans before it had seen one of them, and "
                       "what it says now. Ratios are predicted ÷ measured. Odds are those that a plan fits."},
    {.name = "strangers3",
     .memory = "memory-9.json",
     .speed = "speed-9.json",
     .title = "Runs and reports of strangers, third round",
     .later_keys = "Issues, notes and logs of many programs, written as plans from their words alone. The "
                   "keys added later are facts of the same sources, found after the errors of the round's "
                   "worst rows had been seen.",
     .heading = "Runs and reports of strangers, third round",
     .about =
         "101 rows of 63 sources that the project had not read, collected on 30 November 2026, most of "
         "them issues: somebody gives the memory of a GPU or of a node, the time of a step, or says "
         "that it ran out of memory or ran. They were turned into plans before any estimate was made, "
         "by somebody who knew the keys; no plan was refused. The keys added later were looked for in "
         "the sources of the worst rows after their errors had been seen, so that the last line is "
         "optimistic. Five more rows are left out: two reports contradict themselves, and one follows "
         "a report that an earlier round read. No range, factor or constant comes from these rows; "
         "two rules do, each read in the program's source after the errors had been seen: "
         "DeepSpeed-Chat gives its optimizer no frozen weights, and llama-recipes switched checkpointing "
         "on for a quantised model until July 2024.",
     .readings = "First reading of runs and reports of strangers, third round",
     .readings_about = "What the program of the day said of these plans before it had seen one of them, and "
                       "what it says now. Ratios are predicted ÷ measured. Odds are those that a plan fits."},
});

}  // namespace

std::span<const ReportRound> report_rounds() { return rounds; }

}  // namespace zp::test
