import nemo_run as run
from nemo.collections import llm

recipe = llm.llama31_8b.finetune_recipe(name="tuned", dir="/checkpoints", num_nodes=2, num_gpus_per_node=4, peft_scheme="lora")
recipe.trainer.strategy.tensor_model_parallel_size = 2
recipe.data.global_batch_size = 64
recipe.peft.dim = 16
recipe.trainer.max_steps = 100
run.run(recipe, executor=run.LocalExecutor())
