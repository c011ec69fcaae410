GPT_ARGS="--num-layers 24 --hidden-size 2048 --num-attention-heads 16 --seq-length 2048
 --max-position-embeddings 2048 --micro-batch-size 4 --global-batch-size 64"
torchrun --nproc_per_node 8 pretrain_gpt.py $GPT_ARGS --tensor-model-parallel-size 2 --fp16 --zero-stage 1
