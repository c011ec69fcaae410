readonly BATCH=4
accelerate launch --config_file zero3.yaml --num_processes=8 sft.py \
  --model_name_or_path=Qwen/Qwen2.5-7B --use_peft --lora_r 16 --max_length 4096 \
  --per_device_train_batch_size ${BATCH} --attn_implementation flash_attention_2
