#include <cstdio>
#include "core/speed/throughput.h"
#include "tests/truth/published/speed_rows.h"
using namespace zp; using namespace zp::test;
int main() {
  const auto rows = published_rows("throughput-measured.csv");
  for (const auto& r : rows) if (!r.reason.empty()) std::fprintf(stderr, "%s %s: %s\n", r.id.c_str(), r.source.c_str(), r.reason.c_str());
  std::printf("id,source,quality,complete,gpu,gpus,model,stage,opt,par,ckpt,seq,mb,ga,measured,predicted,error,regime,bound");
  for (std::size_t i = 0; i < time_id_count; ++i) std::printf(",%s,%s_h", std::string(name_of(TimeId(i))).c_str(), std::string(name_of(TimeId(i))).c_str());
  std::printf(",kernels,params,framework\n");
  for (const auto& s : speed_rows(rows)) {
    const auto& p = s.published->plan;
    std::printf("%s,%s,%s,%d,%s,%d,\"%s\",%d,%s,%s,%s,%lld,%lld,%lld,%g,%g,%g,%s,%s", s.published->id.c_str(), s.published->source.c_str(), s.published->row.text("quality").c_str(), s.published->is_complete, s.published->row.text("gpu").c_str(), p.cluster.ranks(), s.published->row.text("model").c_str(), p.zero.stage,
      std::string(name_of(p.zero.offload_optimizer.device)).c_str(), std::string(name_of(p.zero.offload_param.device)).c_str(), std::string(name_of(p.training.activation_checkpointing)).c_str(), (long long)p.training.sequence_length, (long long)p.training.micro_batch_size, (long long)p.training.gradient_accumulation_steps, s.measured, s.predicted, s.error(), std::string(name_of(s.time.regime)).c_str(), std::string(name_of(s.time.bound_by)).c_str());
    for (std::size_t i = 0; i < time_id_count; ++i) { const auto* e = s.time.ledger.find(TimeId(i)); std::printf(",%g,%g", e ? e->busy : 0, e ? e->hidden : 0); }
    const auto* l = s.time.ledger.find(TimeId::launches);
    std::printf(",%g,%g,%s\n", l ? l->amount : 0, (double)model_size(p).parameters.value(), std::string(name_of(p.training.framework)).c_str());
  }
}
