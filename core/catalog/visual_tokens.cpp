// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/visual_tokens.h"

#include <algorithm>
#include <cmath>

namespace zp {
namespace {

struct Sides {
  double width = 0, height = 0;
  [[nodiscard]] double pixels() const { return width * height; }
};

double as_real(std::int64_t n) { return static_cast<double>(n); }

/// Returns the groups of frames that share patches; an image is one group.
double frame_groups(const VisionTower& tower, double frames) {
  return frames > 0 ? std::ceil(frames / as_real(std::max<std::int64_t>(1, tower.temporal_patch_size))) : 1;
}

Sides sides_of(const ImageSize& image) {
  const double height = std::sqrt(image.pixels / image.aspect);
  return {height * image.aspect, height};
}

double at_least_one(double side, double factor) { return std::max(factor, side); }

/// Rounds both sides to multiples of `factor`, with the number of pixels between the limits.
Sides resized(const Sides& from, double factor, double lowest, double highest) {
  const auto rounded = [&](double side) { return at_least_one(std::round(side / factor) * factor, factor); };
  Sides to{rounded(from.width), rounded(from.height)};
  if (highest > 0 && to.pixels() > highest) {
    const double by = std::sqrt(from.pixels() / highest);
    to.width = at_least_one(std::floor(from.width / by / factor) * factor, factor);
    to.height = at_least_one(std::floor(from.height / by / factor) * factor, factor);
  } else if (to.pixels() < lowest) {
    const double by = std::sqrt(lowest / from.pixels());
    to.width = std::ceil(from.width * by / factor) * factor;
    to.height = std::ceil(from.height * by / factor) * factor;
  }
  return to;
}

VisualSize by_resizing(const VisionTower& t, const ImageSize& image) {
  const double factor = as_real(t.patch_size * t.merge_size);
  const double groups = frame_groups(t, image.frames), covered = groups * as_real(t.temporal_patch_size);
  double lowest = as_real(t.min_pixels), highest = as_real(t.max_pixels);
  if (image.frames > 0 && t.max_video_pixels > 0) {
    highest = as_real(t.max_video_pixels) / covered;
    lowest = std::min(lowest, highest);
  }
  if (t.token_rule == TokenRule::frame_budget) {
    lowest /= covered;
    highest /= covered;
  }
  const Sides to = resized(sides_of(image), factor, lowest, highest);
  const double patch = as_real(t.patch_size), segment = to.pixels() / (patch * patch);
  const double tokens = groups * to.pixels() / (factor * factor);
  return {groups * segment, tokens, tokens, segment};
}

/// Limits the longer side; a further token ends each row.
VisualSize by_longest_side(const VisionTower& t, const ImageSize& image) {
  Sides sides = sides_of(image);
  const double longest = std::max(sides.width, sides.height), most = as_real(t.tile_size);
  if (most > 0 && longest > most) sides = {sides.width * most / longest, sides.height * most / longest};
  const double factor = as_real(t.patch_size * t.merge_size);
  const double columns = std::ceil(sides.width / factor), rows = std::ceil(sides.height / factor);
  const double merged = as_real(t.merge_size * t.merge_size), frames = std::max(1.0, image.frames);
  const double segment = rows * columns * merged;
  return {frames * segment, frames * rows * (columns + 1), frames * rows * columns, segment};
}

/// Returns the number of tiles in the grid whose aspect ratio is closest to the image's. Of two equally close
/// grids, the larger one is chosen if the image fills more than half of it.
double tiles_of(const VisionTower& t, const ImageSize& image) {
  const double tile = as_real(t.tile_size * t.tile_size);
  double best = 1, nearest = 1e300;
  for (std::int64_t tiles = 1; tiles <= t.max_tiles; ++tiles)
    for (std::int64_t columns = 1; columns <= tiles; ++columns) {
      if (tiles % columns != 0) continue;
      const double away = std::abs(image.aspect - as_real(columns) * as_real(columns) / as_real(tiles));
      const bool fills = away == nearest && image.pixels > 0.5 * tile * as_real(tiles);
      if (away < nearest || fills) {
        nearest = away;
        best = as_real(tiles);
      }
    }
  return best;
}

double patches_of_tile(const VisionTower& t) {
  const double side = std::floor(as_real(t.tile_size) / as_real(std::max<std::int64_t>(1, t.patch_size)));
  return side * side;
}

VisualSize by_tiles(const VisionTower& t, const ImageSize& image, double tiles) {
  const double frames = std::max(1.0, image.frames), each = patches_of_tile(t);
  const double tokens = frames * tiles * as_real(t.tile_tokens);
  return {frames * tiles * each, tokens, tokens, each};
}

/// Scales an image, small or large, until its longer side equals the side of a square of `max_tiles` tiles;
/// the shorter side scales with it and is rounded up to whole tiles. The whole image is one more tile. The
/// text has two tokens before each tile, three around the whole image, and one after each row
/// (models/idefics3/processing_idefics3.py, get_image_prompt_string).
VisualSize by_scaled_tiles(const VisionTower& t, const ImageSize& image) {
  const double frames = std::max(1.0, image.frames), each = patches_of_tile(t),
               tokens = as_real(t.tile_tokens);
  double columns = 0, rows = 0;
  if (image.frames == 0) {  // frames of a video are not divided into tiles
    const double longer = std::floor(std::sqrt(as_real(t.max_tiles))), tile = as_real(t.tile_size);
    const double aspect = std::max(image.aspect, 1 / image.aspect);
    const double shorter = std::max(1.0, std::ceil(std::floor(longer * tile / aspect) / tile));
    columns = image.aspect >= 1 ? longer : shorter;
    rows = image.aspect >= 1 ? shorter : longer;
  }
  const double tiles = rows * columns + 1, words = 3 + rows * (1 + 2 * columns);
  return {frames * tiles * each, frames * (tiles * tokens + words), frames * tiles * tokens, each};
}

}  // namespace

VisualSize visual_size(const VisionTower& tower, const ImageSize& image) {
  switch (tower.token_rule) {
    case TokenRule::resize:
    case TokenRule::frame_budget:
      return by_resizing(tower, image);
    case TokenRule::longest_side:
      return by_longest_side(tower, image);
    case TokenRule::fixed:
      return by_tiles(tower, image, 1);
    case TokenRule::padded_tiles: {
      // The tower's rows are keys and values of cross-attention, not tokens of the sequence.
      const double rows = as_real(tower.max_tiles) * (patches_of_tile(tower) + 1);
      const double frames = std::max(1.0, image.frames);
      return {frames * rows, 0, frames * rows, rows};
    }
    case TokenRule::scaled_tiles:
      return by_scaled_tiles(tower, image);
    case TokenRule::tiles: {
      // Each frame of a video is one tile.
      const double tiles = image.frames > 0 ? 1 : tiles_of(tower, image);
      return by_tiles(tower, image, tiles > 1 ? tiles + 1 : tiles);
    }
  }
  return {};
}

VisualSize visual_size_of_tokens(const VisionTower& tower, double tokens, double frames) {
  const double merged = as_real(tower.merge_size * tower.merge_size);
  const bool has_tiles = tower.tile_tokens > 0;
  const double of_token = has_tiles ? patches_of_tile(tower) / as_real(tower.tile_tokens) : merged;
  const double patches = tokens * of_token;
  const double segment = has_tiles ? patches_of_tile(tower) : patches / frame_groups(tower, frames);
  return {patches, tokens, tokens, std::min(patches, segment)};
}

}  // namespace zp
