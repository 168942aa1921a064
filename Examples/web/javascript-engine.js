// The scene in plain JavaScript, as one would write it: typed arrays, a loop over all dots, and closed forms. Springs begin
// at rest, where the library keeps velocities.

const TAU = 2 * Math.PI;
const random = (low, high) => low + Math.random() * (high - low);

export class JavaScriptEngine {
  #shape = 0;
  #time = 0;
  // Nothing moves until something is asked for.
  #kind = null;
  #colorStart = null;

  constructor(count) {
    this.count = count;
    const column = () => new Float32Array(count);
    [this.x, this.y, this.fromX, this.fromY, this.toX, this.toY] = Array.from({ length: 6 }, column);
    // Of a spring the decay and the frequency, of a curve the delay and the duration.
    [this.first, this.second, this.start] = Array.from({ length: 3 }, column);
    this.lab = Array.from({ length: 3 }, (_, i) => new Float32Array(count).fill(i === 0 ? 1 : 0));
    this.fromLab = this.lab.map((values) => values.slice());
    this.toLab = this.lab.map((values) => values.slice());
    this.pixels = new Uint8Array(4 * count).fill(255);
  }

  #place(i) {
    const part = (i + 0.5) / this.count;
    const point = (radius, turns) => [radius * Math.cos(TAU * turns), radius * Math.sin(TAU * turns)];
    const columns = Math.ceil(Math.sqrt(this.count));
    switch (this.#shape) {
      case 0: return [(i % columns) / columns * 1.6 - 0.8, Math.floor(i / columns) / columns * 1.6 - 0.8];
      case 1: return point(0.9 * Math.sqrt(part), i * 0.381966011250105);
      case 2: return point(0.8 + random(-0.1, 0.1), part);
      default: return [part * 1.8 - 0.9, 0.5 * Math.sin(TAU * 3 * part) + random(-0.1, 0.1)];
    }
  }

  animate(kind) {
    if (kind === 3) return this.#recolor();
    this.#kind = kind;
    if (kind !== 2) this.#shape = (this.#shape + 1) % 4;
    for (let i = 0; i < this.count; i++) {
      [this.fromX[i], this.fromY[i]] = [this.x[i], this.y[i]];
      [this.toX[i], this.toY[i]] = kind === 2 ? [0, 0] : this.#place(i);
      if (kind === 0) {
        const frequency = TAU / random(0.4, 1.2), ratio = random(0.4, 0.999);
        [this.first[i], this.second[i]] = [frequency * ratio, frequency * Math.sqrt(1 - ratio * ratio)];
        this.start[i] = this.#time;
      } else if (kind === 1) {
        this.second[i] = random(0.5, 2);
        this.start[i] = this.#time + random(0, 0.5);
      } else {
        this.start[i] = this.#time + 6 * i / this.count;
      }
    }
  }

  #recolor() {
    const hue = random(0, TAU);
    for (let i = 0; i < this.count; i++) {
      const [chroma, angle] = [random(0.05, 0.2), hue + random(-0.9, 0.9)];
      const target = [random(0.6, 0.9), chroma * Math.cos(angle), chroma * Math.sin(angle)];
      for (let c = 0; c < 3; c++) [this.fromLab[c][i], this.toLab[c][i]] = [this.lab[c][i], target[c]];
    }
    this.#colorStart = this.#time;
  }

  advance(time) {
    this.#time = time;
    const amount = [springAmount, curveAmount, null][this.#kind];
    for (let i = 0; i < this.count && this.#kind !== null; i++) {
      const elapsed = time - this.start[i];
      if (elapsed < 0) continue;
      if (amount === null) {
        [this.x[i], this.y[i]] = alongLoop(elapsed);
        continue;
      }
      const part = amount(elapsed, this.first[i], this.second[i]);
      this.x[i] = this.fromX[i] + (this.toX[i] - this.fromX[i]) * part;
      this.y[i] = this.fromY[i] + (this.toY[i] - this.fromY[i]) * part;
    }
    if (this.#colorStart === null) return;
    const progress = (time - this.#colorStart) / 1.5;
    this.#advanceColors(easeInOut(Math.min(Math.max(progress, 0), 1)));
    if (progress >= 1) this.#colorStart = null;
  }

  #advanceColors(part) {
    const [ls, as, bs] = this.lab, [l0, a0, b0] = this.fromLab, [l1, a1, b1] = this.toLab;
    for (let i = 0; i < this.count; i++) {
      const l = (ls[i] = l0[i] + (l1[i] - l0[i]) * part);
      const a = (as[i] = a0[i] + (a1[i] - a0[i]) * part);
      const b = (bs[i] = b0[i] + (b1[i] - b0[i]) * part);
      const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
      const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
      const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
      this.pixels[4 * i] = byte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
      this.pixels[4 * i + 1] = byte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
      this.pixels[4 * i + 2] = byte(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
    }
  }

  column(component) {
    return component === 0 ? this.x : this.y;
  }
}

/// From rest, below critical damping.
function springAmount(time, decay, frequency) {
  const angle = frequency * time;
  return 1 - Math.exp(-decay * time) * (Math.cos(angle) + (decay / frequency) * Math.sin(angle));
}

function curveAmount(time, _, duration) {
  return easeInOut(Math.min(time / duration, 1));
}

/// cubic-bezier(0.42, 0, 0.58, 1), by Newton's method.
function easeInOut(x) {
  if (x >= 1) return 1;
  let s = x;
  for (let step = 0; step < 5; step++) {
    const error = ((0.52 * s - 0.78) * s + 1.26) * s - x;
    s -= error / ((1.56 * s - 1.56) * s + 1.26);
  }
  return s * s * (3 - 2 * s);
}

const LOOP = [[0, 0], [0.8, 0.6], [0.8, -0.6], [0, 0], [-0.8, 0.6], [-0.8, -0.6], [0, 0]];

/// A Catmull-Rom spline whose ends are one-sided, in six seconds.
function alongLoop(time) {
  const place = time % 6, index = Math.floor(place), s = place - index;
  const tangent = (i, c) => (LOOP[Math.min(i + 1, 6)][c] - LOOP[Math.max(i - 1, 0)][c]) / (i % 6 === 0 ? 1 : 2);
  return [0, 1].map((c) => {
    const from = LOOP[index][c], to = LOOP[index + 1][c];
    return from + (to - from) * s * s * (3 - 2 * s) + s * (1 - s) * ((1 - s) * tangent(index, c) - s * tangent(index + 1, c));
  });
}

function byte(linear) {
  const light = Math.min(Math.max(linear, 0), 1);
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
}
