#!/bin/bash
MODEL=${1:-meta-llama/Llama-2-7b-hf}
GPUS=8; NODES=$((16 / GPUS))
if [ "$STAGE" == "" ]; then STAGE=3; fi
cat > ds.json <<EOF
{"zero_optimization": {"stage": $STAGE}, "bf16": {"enabled": true}}
EOF
args=(--model_name_or_path "$MODEL" --bf16 True)
deepspeed --num_nodes $NODES --num_gpus $GPUS train.py "${args[@]}" \
  --deepspeed ds.json --per_device_train_batch_size 2 --gradient_checkpointing true
