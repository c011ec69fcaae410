from a import b
x = dict(a=[1, "b", f"{x}"], c=torch.float16)
if x:
    x += 1
model = dict(llm=dict(n=x))
train_dataloader = dict(batch_size=2 * 3)
