// Lottie files by rlottie, through its public class. It does more than evaluate properties, because it has no function
// that does only that: it also builds and transforms the paths of everything that is seen. Nothing is rasterised. Its
// frames are whole numbers.

#include <cstddef>

#include <rlottie.h>
#include <rlottiecommon.h>

#include <memory>
#include <vector>

#include "vk_animation_peer.h"

namespace {

struct Instances {
  std::vector<std::unique_ptr<rlottie::Animation>> animations;
  size_t width = 0;
  size_t height = 0;
};

ptrdiff_t drawn(const LOTLayerNode *layer) {
  if (!layer || !layer->mVisible) return 0;
  ptrdiff_t count = ptrdiff_t(layer->mNodeList.size);
  for (size_t i = 0; i < layer->mLayerList.size; i++) count += drawn(layer->mLayerList.ptr[i]);
  return count;
}

} // namespace

const char *vk_peer_name(void) { return "rlottie"; }

void *vk_lottie_create(const char *path, ptrdiff_t instances) {
  auto all = std::make_unique<Instances>();
  for (ptrdiff_t i = 0; i < instances; i++) {
    auto animation = rlottie::Animation::loadFromFile(path);
    if (!animation || animation->totalFrame() == 0) return nullptr;
    animation->size(all->width, all->height);
    all->animations.push_back(std::move(animation));
  }
  return all.release();
}

ptrdiff_t vk_lottie_frames(const void *instances) {
  return ptrdiff_t(static_cast<const Instances *>(instances)->animations[0]->totalFrame());
}

ptrdiff_t vk_lottie_move(void *pointer, const ptrdiff_t *frames) {
  auto *instances = static_cast<Instances *>(pointer);
  ptrdiff_t count = 0;
  for (const auto &animation : instances->animations) {
    count += drawn(animation->renderTree(size_t(*frames++), instances->width, instances->height));
  }
  return count;
}

void vk_lottie_destroy(void *instances) { delete static_cast<Instances *>(instances); }
