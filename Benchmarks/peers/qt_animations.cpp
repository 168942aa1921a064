// Tweens by Qt's QPropertyAnimation: an animation and an object for each value, moved the way Qt's timer moves them.
// Qt counts whole milliseconds and computes in double.

#include <QEasingCurve>
#include <QObject>
#include <QPropertyAnimation>
#include <QRectF>

#include <cmath>
#include <memory>
#include <vector>

#include "vk_animation_peer.h"

/// An object with a property that programs could bind something to.
class Item : public QObject {
  Q_OBJECT
  Q_PROPERTY(qreal number MEMBER number)
  Q_PROPERTY(QRectF rectangle MEMBER rectangle)

public:
  qreal number = 0;
  QRectF rectangle;
};

#include "qt_animations.moc"

namespace {

struct Tweens {
  ptrdiff_t components;
  std::vector<std::unique_ptr<Item>> items;
  std::vector<std::unique_ptr<QPropertyAnimation>> animations;
  std::vector<int> elapsed;
};

QRectF rectangle(const double *components) {
  return QRectF(components[0], components[1], components[2], components[3]);
}

} // namespace

const char *vk_peer_name(void) { return "qt"; }

void *vk_tweens_create(
    ptrdiff_t count, ptrdiff_t components, const double *targets, const double *durations, const double *elapsed,
    const double points[4]) {
  if (components != 1 && components != 4) return nullptr;
  QEasingCurve curve(QEasingCurve::BezierSpline);
  curve.addCubicBezierSegment(QPointF(points[0], points[1]), QPointF(points[2], points[3]), QPointF(1, 1));
  auto tweens = std::make_unique<Tweens>();
  tweens->components = components;
  for (ptrdiff_t i = 0; i < count; i++) {
    const double *target = targets + i * components;
    auto item = std::make_unique<Item>();
    auto animation = std::make_unique<QPropertyAnimation>(item.get(), components == 1 ? "number" : "rectangle");
    animation->setDuration(int(std::lround(durations[i] * 1000)));
    animation->setStartValue(components == 1 ? QVariant(0.0) : QVariant(QRectF()));
    animation->setEndValue(components == 1 ? QVariant(target[0]) : QVariant(rectangle(target)));
    animation->setEasingCurve(curve);
    // An animation that was never started sets no property. One that is paused does, and leaves the timer alone.
    animation->start();
    animation->pause();
    tweens->items.push_back(std::move(item));
    tweens->animations.push_back(std::move(animation));
    tweens->elapsed.push_back(int(std::lround(elapsed[i] * 1000)));
  }
  return tweens.release();
}

void vk_tweens_move(void *tweens, int32_t milliseconds) {
  const auto *all = static_cast<Tweens *>(tweens);
  for (size_t i = 0; i < all->animations.size(); i++) {
    all->animations[i]->setCurrentTime(milliseconds + all->elapsed[i]);
  }
}

void vk_tweens_copy(const void *pointer, double *values) {
  const auto *tweens = static_cast<const Tweens *>(pointer);
  for (const auto &item : tweens->items) {
    if (tweens->components == 1) {
      *values++ = item->number;
    } else {
      const QRectF &r = item->rectangle;
      for (double component : {r.x(), r.y(), r.width(), r.height()}) *values++ = component;
    }
  }
}

void vk_tweens_destroy(void *pointer) {
  auto *tweens = static_cast<Tweens *>(pointer);
  // Animations refer to their objects.
  tweens->animations.clear();
  delete tweens;
}
