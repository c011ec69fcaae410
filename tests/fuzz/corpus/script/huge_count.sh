GPT_ARGS="--num-layers 24 --seq-length 22222222222222222222222222222222222048"
torchrun --nproc_per_node 8 pretrain_gpt.py $GPT_ARGS --micro-batch-size 4 --fp16 --zero-stage 1
