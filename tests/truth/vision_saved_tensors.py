# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the bytes that PyTorch's autograd keeps of one block of a vision tower, on the CPU.

The blocks are written by hand after the order of operations in transformers' modeling files (named at each class). A hook on
saved tensors counts each storage once; parameters and integer tensors are left out. The log-sum-exp that a fused attention
kernel keeps on a GPU (4 bytes a head) is in the CPU's kernel too. Run it in a root of the Debian release that has the
package python3-torch, and keep its output as tests/data/saved-activations-vision.csv:

    debootstrap --variant=minbase --include=python3-torch trixie ROOT
    cp vision_saved_tensors.py ROOT/tmp && chroot ROOT python3 /tmp/vision_saved_tensors.py
"""
import sys

import torch
from torch import nn
from torch.nn import functional as F


class RmsNorm(nn.Module):
    """Qwen2RMSNorm of modeling_qwen2_5_vl.py, PixtralRMSNorm, InternRMSNorm."""

    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        dtype = x.dtype
        x = x.to(torch.float32)
        variance = x.pow(2).mean(-1, keepdim=True)
        x = x * torch.rsqrt(variance + 1e-6)
        return self.weight * x.to(dtype)


def rotate_half(x):
    first, second = x.chunk(2, dim=-1)
    return torch.cat((-second, first), dim=-1)


def rotated(x, cos, sin):
    """apply_rotary_pos_emb_vision of modeling_qwen2_vl.py: in fp32."""
    wide = x.float()
    return (wide * cos + rotate_half(wide) * sin).to(x.dtype)


class Block(nn.Module):
    def __init__(self, h, heads, inner, norm, gated, fused, rotary, scale, qk_norm, bias):
        super().__init__()
        make = RmsNorm if norm == "rmsnorm" else nn.LayerNorm
        self.heads, self.gated, self.fused, self.rotary = heads, gated, fused, rotary
        self.norm1, self.norm2 = make(h), make(h)
        if fused:
            self.qkv = nn.Linear(h, 3 * h, bias=bias)
        else:
            self.q, self.k, self.v = (nn.Linear(h, h, bias=bias) for _ in range(3))
        self.proj = nn.Linear(h, h, bias=bias)
        self.up = nn.Linear(h, inner, bias=bias)
        self.gate = nn.Linear(h, inner, bias=bias) if gated else None
        self.down = nn.Linear(inner, h, bias=bias)
        self.scale1 = nn.Parameter(torch.ones(h)) if scale else None
        self.scale2 = nn.Parameter(torch.ones(h)) if scale else None
        self.q_norm, self.k_norm = (RmsNorm(h), RmsNorm(h)) if qk_norm else (None, None)

    def attention(self, x, cos, sin):
        n, h = x.shape
        shape = (n, self.heads, h // self.heads)
        if self.fused:
            q, k, v = self.qkv(x).reshape(n, 3, h).unbind(1)
        else:
            q, k, v = self.q(x), self.k(x), self.v(x)
        if self.q_norm is not None:
            q, k = self.q_norm(q), self.k_norm(k)
        q, k, v = (t.reshape(shape) for t in (q, k, v))
        if self.rotary:
            q, k = rotated(q, cos, sin), rotated(k, cos, sin)
        q, k, v = (t.transpose(0, 1).unsqueeze(0) for t in (q, k, v))
        out = F.scaled_dot_product_attention(q, k, v)
        return out.squeeze(0).transpose(0, 1).reshape(n, h)

    def forward(self, x, cos, sin):
        out = self.proj(self.attention(self.norm1(x), cos, sin))
        x = x + (out * self.scale1 if self.scale1 is not None else out)
        y = self.norm2(x)
        out = self.down(F.silu(self.gate(y)) * self.up(y) if self.gated else F.gelu(self.up(y)))
        return x + (out * self.scale2 if self.scale2 is not None else out)


# name: width, heads, MLP, norm, gated, one matrix for q k v, rotary, layer scale, norms of q and k, biases; family
KINDS = {
    "qwen2-vl-7b": (1280, 16, 5120, "layernorm", False, True, True, False, False, True),
    "qwen2.5-vl-7b": (1280, 16, 3420, "rmsnorm", True, True, True, False, False, True),
    "qwen3-vl-8b": (1152, 16, 4304, "layernorm", False, True, True, False, False, True),
    "gemma-3-4b": (1152, 16, 4304, "layernorm", False, False, False, False, False, True),
    "llava-1.5-7b": (1024, 16, 4096, "layernorm", False, False, False, False, False, True),
    "internvl3-8b": (1024, 16, 4096, "layernorm", False, True, False, True, False, True),
    "internvl3-38b": (3200, 25, 12800, "rmsnorm", False, True, False, True, True, True),
    "pixtral-12b": (1024, 16, 4096, "rmsnorm", True, False, True, False, False, False),
}


def counted(kind, patches, trained, autocast):
    torch.manual_seed(0)
    dtype = torch.float32 if autocast else torch.bfloat16
    block = Block(*kind).to(dtype)
    for parameter in block.parameters():
        parameter.requires_grad_(trained)
    width, heads = kind[0], kind[1]
    x = torch.randn(patches, width, dtype=dtype, requires_grad=True)
    angle = torch.randn(patches, 1, width // heads)
    cos, sin = angle.cos(), angle.sin()
    own = {p.untyped_storage().data_ptr() for p in block.parameters()}
    own |= {cos.untyped_storage().data_ptr(), sin.untyped_storage().data_ptr()}
    kept = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        # A cast of a weight that autocast caches has as many elements as the weight: it belongs to the weights.
        is_cast = autocast and tensor.dim() == 2 and tensor.shape[0] != patches and tensor.shape[-1] != patches
        if tensor.is_floating_point() and storage.data_ptr() not in own and not is_cast:
            kept[storage.data_ptr()] = storage.nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=autocast):
            out = block(x, cos, sin)
    out.float().sum().backward()
    return sum(kept.values())


def main():
    patches = 256
    print("# Bytes that PyTorch's autograd keeps of one block of a vision tower, counted by a hook on saved tensors on the CPU")
    print(f"# (tests/truth/vision_saved_tensors.py, torch {torch.__version__}).")
    print("preset,patches,trained,autocast,bytes")
    for name, kind in KINDS.items():
        for trained in (True, False):
            for autocast in (False, True):
                print(f"{name},{patches},{int(trained)},{int(autocast)},{counted(kind, patches, trained, autocast)}")


if __name__ == "__main__":
    sys.exit(main())
