#!/bin/bash
export CUDA_VISIBLE_DEVICES="0,1,2,3"
num_gpus=$(echo $CUDA_VISIBLE_DEVICES | awk -F "," '{print NF}')
ARGS="--lr 1e-5 --batch-size 2"
if [ "$1" = "0" ]; then
torchrun --nproc_per_node=$num_gpus train.py $(echo ${ARGS}) `# a comment ` --use_deepspeed=false ++optim.lr=1
fi
