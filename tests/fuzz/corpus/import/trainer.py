import argparse
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
from peft import LoraConfig, get_peft_model
p = argparse.ArgumentParser()
p.add_argument("--base", default="gpt2")
p.add_argument("--batch", type=int, default=1)
p.add_argument("--lora", action="store_true")
args = p.parse_args()
model = AutoModelForCausalLM.from_pretrained(args.base)
if args.lora and args.batch in [4, 8] or not args.base is None:
    model = get_peft_model(model, LoraConfig(r=8 if args.batch == 4 else 16))
class Arguments(TrainingArguments):
    optim: str = field(default="adamw_torch")
    targets: list = field(default_factory=lambda: ["q_proj"])
def train(steps: int = 4, size="x"):
    a = TrainingArguments("o", per_device_train_batch_size=args.batch, gradient_accumulation_steps=steps * 2)
    Trainer(model=model, args=a).train(resume=True)
