// Timing curves by Qt's QEasingCurve, an element at a time through its public class. Qt computes in double.

#include <QEasingCurve>
#include <QPointF>

#include "vk_peer.h"

const char *vk_peer_name(void) { return "qt"; }
const char *vk_peer_level(void) { return ""; }

namespace {

void evaluate(const QEasingCurve &curve, const float *x, float *out, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) out[i] = float(curve.valueForProgress(x[i]));
}

QEasingCurve bezier(const double points[4]) {
  QEasingCurve curve(QEasingCurve::BezierSpline);
  curve.addCubicBezierSegment(QPointF(points[0], points[1]), QPointF(points[2], points[3]), QPointF(1, 1));
  return curve;
}

} // namespace

void vk_bezier_f32(const double points[4], const float *x, float *out, ptrdiff_t n) {
  evaluate(bezier(points), x, out, n);
}

/// Qt's curve has no other form, so its users have this one.
void vk_bezier_baked_f32(const double points[4], const float *x, float *out, ptrdiff_t n) {
  evaluate(bezier(points), x, out, n);
}

#define EASING(name, type)                                                                                             \
  void vk_easing_##name##_f32(const float *x, float *out, ptrdiff_t n) {                                               \
    evaluate(QEasingCurve(QEasingCurve::type), x, out, n);                                                             \
  }

EASING(quadratic, InOutQuad)
EASING(quintic, InOutQuint)
EASING(sine, InOutSine)
EASING(exponential, OutExpo)
EASING(circular, OutCirc)
EASING(back, OutBack)
EASING(elastic, OutElastic)
EASING(bounce, OutBounce)
