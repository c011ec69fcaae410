# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the bytes that PyTorch's autograd keeps of one block of an encoder and of its decoder, on the CPU.

The weights are bf16. The blocks are written by hand after the order of operations in transformers' modeling_t5.py (T5LayerNorm,
T5Attention, T5DenseActDense, T5DenseGatedActDense) and modeling_bert.py (BertSelfAttention written out, BertSelfOutput,
BertIntermediate, BertOutput). A hook on saved tensors counts each storage once; parameters,
numbers and integer tensors are left out.
Dropout is off, because a CPU keeps another mask than a GPU, and the mean and deviation of a LayerNorm are bf16 here, fp32 on a
GPU: 4 bytes a token and norm less. Run it where the Debian package python3-torch is installed, and keep
its output as tests/data/saved-activations-encoder.csv:

    apt-get install --no-install-recommends python3-torch
    python3 encoder_saved_tensors.py
"""
import math

import torch
from torch import nn
from torch.nn import functional as F


class T5Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        # The mean as a sum: torch 1.13 keeps the input of a mean, newer ones keep its size alone.
        variance = x.to(torch.float32).pow(2).sum(-1, keepdim=True) / x.shape[-1]
        x = x * torch.rsqrt(variance + 1e-6)
        return self.weight * x.to(self.weight.dtype)


def new_gelu(x):
    """The GELU of gated-gelu: configuration_t5.py makes it gelu_new, activations.py writes it out."""
    return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))))


class Attention(nn.Module):
    """Attention written out: of T5 with a bias on the scores, or of BERT with a scale and biases on the products."""

    def __init__(self, width, heads, dim, is_bert):
        super().__init__()
        self.heads, self.dim, self.is_bert = heads, dim, is_bert
        self.q = nn.Linear(width, heads * dim, bias=is_bert)
        self.k = nn.Linear(width, heads * dim, bias=is_bert)
        self.v = nn.Linear(width, heads * dim, bias=is_bert)
        self.o = nn.Linear(heads * dim, width, bias=is_bert)

    def split(self, x):
        return x.view(x.shape[0], -1, self.heads, self.dim).transpose(1, 2)

    def forward(self, x, memory, bias):
        q, k, v = self.split(self.q(x)), self.split(self.k(memory)), self.split(self.v(memory))
        scores = torch.matmul(q, k.transpose(3, 2))
        if self.is_bert:
            scores = scores / math.sqrt(self.dim) + bias
            weights = F.softmax(scores, dim=-1)
        else:
            scores += bias
            weights = F.softmax(scores.float(), dim=-1).type_as(scores)
        out = torch.matmul(weights, v).transpose(1, 2).contiguous()
        return self.o(out.view(x.shape[0], -1, self.heads * self.dim))


class T5Block(nn.Module):
    def __init__(self, width, heads, dim, inner, is_gated, is_decoder):
        super().__init__()
        self.norm, self.own = T5Norm(width), Attention(width, heads, dim, False)
        self.is_decoder, self.is_gated = is_decoder, is_gated
        if is_decoder:
            self.cross_norm, self.cross = T5Norm(width), Attention(width, heads, dim, False)
        self.mlp_norm = T5Norm(width)
        self.up, self.down = nn.Linear(width, inner, bias=False), nn.Linear(inner, width, bias=False)
        if is_gated:
            self.gate = nn.Linear(width, inner, bias=False)

    def forward(self, x, memory, bias, cross_bias):
        normed = self.norm(x)
        x = x + self.own(normed, normed, bias)
        if self.is_decoder:
            x = x + self.cross(self.cross_norm(x), memory, cross_bias)
        normed = self.mlp_norm(x)
        inner = new_gelu(self.gate(normed)) * self.up(normed) if self.is_gated else F.relu(self.up(normed))
        return x + self.down(inner)


class BertBlock(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.own, self.norm = Attention(width, heads, width // heads, True), nn.LayerNorm(width)
        self.up, self.down, self.mlp_norm = nn.Linear(width, inner), nn.Linear(inner, width), nn.LayerNorm(width)

    def forward(self, x, bias):
        x = self.norm(self.own(x, x, bias) + x)
        return self.mlp_norm(self.down(F.gelu(self.up(x))) + x)


def counted(run, left_out):
    """Returns the bytes of the storages that autograd keeps of run(), those of `left_out` tensors excepted."""
    excluded = {tensor.storage().data_ptr() for tensor in left_out}
    storages = {}

    def pack(tensor):
        pointer = tensor.storage().data_ptr()
        if tensor.is_floating_point() and tensor.dim() > 0 and pointer not in excluded:
            storages[pointer] = tensor.storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = run()
    total = sum(storages.values())
    del result
    return total


def row(name, block, tokens, source, heads, extra):
    width = extra["width"]
    batch = 2
    x = torch.randn(batch, tokens, width, dtype=torch.bfloat16, requires_grad=True)
    memory = torch.randn(batch, source, width, dtype=torch.bfloat16, requires_grad=True)
    bias = torch.randn(batch, heads, tokens, tokens, dtype=torch.bfloat16, requires_grad=True)
    cross = torch.zeros(batch, heads, tokens, source, dtype=torch.bfloat16)
    # The input of a block is another one's output, which it keeps as the input of its first norm or product; the encoder's output
    # belongs to no block.
    outer = [memory, bias, cross] + list(block.parameters())
    run = (lambda: block(x, bias)) if isinstance(block, BertBlock) else (lambda: block(x, memory, bias, cross))
    print(f'{name},{width},{heads},{extra["dim"]},{extra["inner"]},{extra["gated"]},{batch},{tokens},{source},{counted(run, outer)}')


def main():
    torch.manual_seed(1)
    print('# Bytes that autograd keeps of one block with bf16 weights, without dropout: counted by encoder_saved_tensors.py')
    print(f'# on the CPU with torch {torch.__version__.split("+")[0]} of Debian.')
    print('block,width,heads,head_dim,inner,gated,micro_batch,tokens,encoder_tokens,bytes')
    for width, heads, dim, inner, gated in ((512, 8, 64, 2048, 0), (512, 6, 64, 1024, 1), (256, 8, 128, 1024, 0)):
        extra = {"width": width, "dim": dim, "inner": inner, "gated": gated}
        for tokens, source in ((128, 128), (64, 256)):
            for is_decoder in (False, True):
                block = T5Block(width, heads, dim, inner, gated, is_decoder).to(torch.bfloat16)
                row('t5-decoder' if is_decoder else 't5-encoder', block, tokens, source, heads, extra)
    for width, heads, inner in ((256, 4, 1024), (512, 8, 2048)):
        block = BertBlock(width, heads, inner).to(torch.bfloat16)
        row('bert', block, 128, 128, heads, {"width": width, "dim": width // heads, "inner": inner, "gated": 0})


if __name__ == '__main__':
    main()
