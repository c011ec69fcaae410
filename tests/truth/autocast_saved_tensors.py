# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the bytes that PyTorch's autograd keeps of one block of a language model under torch.autocast, on the CPU.

The weights are fp32, as under DeepSpeed's torch_autocast. The block is written by hand after the order of operations in
transformers' modeling_llama.py (LlamaDecoderLayer, LlamaRMSNorm, apply_rotary_pos_emb, LlamaMLP; keys and values repeated, as
PyTorch's own attention needs them). A hook on saved tensors
counts each storage once; parameters, their casts, and integer tensors are left out. The log-sum-exp that a fused attention kernel
keeps on a GPU (4 bytes a head) is in the CPU's kernel too. Run it in a root of the Debian release that has the package
python3-torch, and keep its output as tests/data/saved-activations-autocast.csv:

    debootstrap --variant=minbase --include=python3-torch trixie ROOT
    cp autocast_saved_tensors.py ROOT/tmp && chroot ROOT python3 /tmp/autocast_saved_tensors.py
"""
import torch
from torch import nn
from torch.nn import functional as F


class LlamaRmsNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        dtype = x.dtype
        x = x.to(torch.float32)
        variance = x.pow(2).mean(-1, keepdim=True)
        x = x * torch.rsqrt(variance + 1e-5)
        return self.weight * x.to(dtype)


def rotate_half(x):
    first, second = x.chunk(2, dim=-1)
    return torch.cat((-second, first), dim=-1)


class LlamaBlock(nn.Module):
    def __init__(self, width, heads, kv_heads, inner):
        super().__init__()
        self.heads, self.kv_heads, self.dim = heads, kv_heads, width // heads
        self.norm_1, self.norm_2 = LlamaRmsNorm(width), LlamaRmsNorm(width)
        self.q = nn.Linear(width, width, bias=False)
        self.k = nn.Linear(width, kv_heads * self.dim, bias=False)
        self.v = nn.Linear(width, kv_heads * self.dim, bias=False)
        self.o = nn.Linear(width, width, bias=False)
        self.gate = nn.Linear(width, inner, bias=False)
        self.up = nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)

    def attend(self, x, cos, sin):
        batch, length, _ = x.shape
        q = self.q(x).view(batch, length, self.heads, self.dim).transpose(1, 2)
        k = self.k(x).view(batch, length, self.kv_heads, self.dim).transpose(1, 2)
        v = self.v(x).view(batch, length, self.kv_heads, self.dim).transpose(1, 2)
        q = (q * cos) + (rotate_half(q) * sin)
        k = (k * cos) + (rotate_half(k) * sin)
        groups = self.heads // self.kv_heads
        if groups > 1:
            shape = (batch, self.kv_heads, groups, length, self.dim)
            k = k[:, :, None].expand(shape).reshape(batch, self.heads, length, self.dim)
            v = v[:, :, None].expand(shape).reshape(batch, self.heads, length, self.dim)
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.o(out.transpose(1, 2).contiguous().reshape(batch, length, -1))

    def forward(self, x, cos, sin):
        x = x + self.attend(self.norm_1(x), cos, sin)
        h = self.norm_2(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


# width, heads, key and value heads, MLP width: of the presets of those names, one block of each
KINDS = {
    "llama-3-8b": (4096, 32, 8, 14336),
    "llama-2-7b": (4096, 32, 32, 11008),
}


def counted(kind, tokens):
    torch.manual_seed(0)
    block = LlamaBlock(*kind)
    width, heads = kind[0], kind[1]
    x = torch.randn(1, tokens, width, requires_grad=True)
    angle = torch.randn(1, 1, tokens, width // heads)
    # The model makes cos and sin in the type of its residual stream, once for all blocks.
    cos, sin = angle.cos(), angle.sin()
    own = {p.untyped_storage().data_ptr() for p in block.parameters()}
    own |= {t.untyped_storage().data_ptr() for t in (cos, sin)}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        is_cast = tensor.dim() == 2 and tokens not in tensor.shape  # a cast of a weight belongs to the weights
        if tensor.is_floating_point() and storage.data_ptr() not in own and not is_cast:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = block(x, cos, sin)
    out.float().sum().backward()
    return sum(kept.values())


def main():
    tokens = 48
    print("# Bytes that PyTorch's autograd keeps of one block under autocast over fp32 weights, counted by a hook on saved")
    print(f"# tensors on the CPU (tests/truth/autocast_saved_tensors.py, torch {torch.__version__}).")
    print("preset,tokens,bytes")
    for name, kind in KINDS.items():
        print(f"{name},{tokens},{counted(kind, tokens)}")


if __name__ == "__main__":
    main()
