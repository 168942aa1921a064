// Six kernels and two scenes in WebAssembly, beside the same in plain JavaScript, as one would write it.
//
//     node kernels.mjs kernels.wasm dots.wasm FOLDER SECONDS
//
// FOLDER is that of Examples/web. Prints one line of JSON: for each kernel nanoseconds per element, for each scene
// milliseconds per frame, of both. Each figure is the least of many that are taken in turns, for SECONDS each.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [kernelsPath, dotsPath, folder, seconds] = process.argv.slice(2);
const { mathFunctions } = await import(pathToFileURL(`${folder}/math.mjs`));

async function load(path) {
  const { instance } = await WebAssembly.instantiate(await readFile(path), { env: mathFunctions });
  return instance.exports;
}

/// The least time of one call of each function, in milliseconds, taken in turns.
function least(functions) {
  const repetitions = functions.map((run) => {
    let repetitions = 1;
    for (;;) {
      const start = performance.now();
      for (let i = 0; i < repetitions; i++) run();
      if (performance.now() - start > 2) return repetitions;
      repetitions *= 2;
    }
  });
  const times = functions.map(() => Infinity);
  for (const end = performance.now() + 1000 * seconds; performance.now() < end;) {
    functions.forEach((run, index) => {
      const start = performance.now();
      for (let i = 0; i < repetitions[index]; i++) run();
      times[index] = Math.min(times[index], (performance.now() - start) / repetitions[index]);
    });
  }
  return times;
}

// MARK: Kernels

const count = 16384;
const swift = await load(kernelsPath);
const columns = [0, 1, 2, 3, 4, 5].map((number) => swift.kernels_column(number));
const colors = [0, 1, 2].map((number) => swift.kernels_colors(number));
// Calls that allocate may move the memory, so views are made anew.
const column = (number) => new Float32Array(swift.memory.buffer, columns[number] >>> 0, count);
const bytes = (number) => new Uint8Array(swift.memory.buffer, colors[number] >>> 0, 4 * count);

let state = 1;
const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;
for (let i = 0; i < count; i++) {
  column(0)[i] = 200 * random() - 100;
  column(1)[i] = 200 * random() - 100;
  column(2)[i] = random();
  column(3)[i] = 200 * random() - 100;
  column(4)[i] = random();
  for (let c = 0; c < 3; c++) {
    bytes(0)[4 * i + c] = 256 * random();
    bytes(1)[4 * i + c] = 256 * random();
  }
  bytes(0)[4 * i + 3] = bytes(1)[4 * i + 3] = 255;
}
swift.kernels_prepare();

const [from, to, progress, displacements, starts] = [0, 1, 2, 3, 4].map((number) => column(number).slice());
const out = new Float32Array(count);
const pixels = new Uint8Array(4 * count);

function interpolate() {
  for (let i = 0; i < count; i++) out[i] = from[i] + (to[i] - from[i]) * 0.25;
}

/// cubic-bezier(0.42, 0, 0.58, 1), solved as browsers do: by Newton's method, and by bisection where that fails.
function bezier() {
  const [cx, cy] = [3 * 0.42, 0], [bx, by] = [3 * (0.58 - 0.42) - cx, 3 - cy], [ax, ay] = [1 - cx - bx, 1 - cy - by];
  for (let i = 0; i < count; i++) {
    const x = progress[i];
    let s = x;
    for (let step = 0; step < 8; step++) {
      const error = ((ax * s + bx) * s + cx) * s - x;
      if (Math.abs(error) < 1e-7) break;
      const slope = (3 * ax * s + 2 * bx) * s + cx;
      if (Math.abs(slope) < 1e-7) {
        s = bisect(ax, bx, cx, x);
        break;
      }
      s -= error / slope;
    }
    out[i] = ((ay * s + by) * s + cy) * s;
  }
}

function bisect(a, b, c, x) {
  let [low, high] = [0, 1];
  while (high - low > 1e-7) {
    const middle = (low + high) / 2;
    if (((a * middle + b) * middle + c) * middle < x) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/// Penner's, with an amplitude of 1 and a period of 0.3.
function elastic() {
  for (let i = 0; i < count; i++) {
    const x = progress[i];
    out[i] = x === 0 || x === 1 ? x : 2 ** (-10 * x) * Math.sin((x - 0.3 / 4) * (2 * Math.PI) / 0.3) + 1;
  }
}

/// From rest, with a response of 0.5 s and a damping ratio of 0.5.
function springs() {
  const angular = 2 * Math.PI / 0.5, decay = 0.5 * angular, frequency = angular * Math.sqrt(1 - 0.5 * 0.5);
  for (let i = 0; i < count; i++) {
    const time = Math.max(0, 0.75 - starts[i]), angle = frequency * time;
    out[i] = to[i] + displacements[i] * Math.exp(-decay * time)
      * (Math.cos(angle) + decay / frequency * Math.sin(angle));
  }
}

const linear = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

function oklab(bytes, i) {
  const [r, g, b] = [0, 1, 2].map((c) => linear(bytes[4 * i + c]));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const columnsOfOklab = (bytes) => {
  const columns = [0, 1, 2].map(() => new Float32Array(count));
  for (let i = 0; i < count; i++) oklab(bytes, i).forEach((value, c) => (columns[c][i] = value));
  return columns;
};
const [fromLab, toLab] = [columnsOfOklab(bytes(0)), columnsOfOklab(bytes(1))];

function encode(linear) {
  const light = Math.min(Math.max(linear, 0), 1);
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
}

function mixes() {
  const [l0, a0, b0] = fromLab, [l1, a1, b1] = toLab;
  for (let i = 0; i < count; i++) {
    const part = progress[i];
    const l = l0[i] + (l1[i] - l0[i]) * part, a = a0[i] + (a1[i] - a0[i]) * part, b = b0[i] + (b1[i] - b0[i]) * part;
    const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
    pixels[4 * i] = encode(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
    pixels[4 * i + 1] = encode(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
    pixels[4 * i + 2] = encode(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
    pixels[4 * i + 3] = 255;
  }
}

const VALUES = [0, 3, -1, 4, 2];
const TANGENTS = VALUES.map((_, i) => (VALUES[Math.min(i + 1, 4)] - VALUES[Math.max(i - 1, 0)]) / (i % 4 === 0 ? 1 : 2));

/// A Catmull-Rom spline whose ends are one-sided.
function keyframes() {
  for (let i = 0; i < count; i++) {
    const place = 4 * progress[i], index = Math.min(Math.floor(place), 3), s = place - index;
    const from = VALUES[index], to = VALUES[index + 1];
    out[i] = from + (to - from) * s * s * (3 - 2 * s)
      + s * (1 - s) * ((1 - s) * TANGENTS[index] - s * TANGENTS[index + 1]);
  }
}

const kernels = {
  "interpolation, one amount": interpolate, "cubic Bezier curve": bezier, "elastic easing": elastic,
  "springs in closed form": springs, "mixes of colours in Oklab, to bytes": mixes, "keyframes along a spline": keyframes,
};
const results = { kernels: {}, scenes: {} };
for (const [number, [name, run]] of Object.entries(kernels).entries()) {
  run();
  swift.kernels_run(number);
  // Both compute the same, to what Float and the constants of the colours give. Penner's elastic easing jumps by 2^-10 at its
  // end, which the library's spreads over the way.
  const [found, expected] = run === mixes ? [bytes(2), pixels] : [column(5), out];
  const tolerance = run === mixes ? 1 : run === elastic ? 2 ** -10 : 2e-4;
  const difference = found.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
  if (!(difference <= tolerance)) throw new Error(`${name}: WebAssembly and JavaScript differ by ${difference}`);
  const [webAssembly, javaScript] = least([() => swift.kernels_run(number), run]);
  results.kernels[name] = { webAssembly: 1e6 * webAssembly / count, javaScript: 1e6 * javaScript / count };
}

// MARK: Scenes

const source = await readFile(`${folder}/javascript-engine.js`, "utf8");
const { JavaScriptEngine } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const scenes = { "100,000 dots, each on a spring of its own": 0, "100,000 dots along curves, each with its own times": 1 };
const dots = 100000;

for (const [name, kind] of Object.entries(scenes)) {
  const engine = new JavaScriptEngine(dots);
  const wasm = await load(dotsPath);
  wasm.dots_create(dots);
  wasm.dots_animate(kind);
  engine.animate(kind);
  // From 0.4 s on, and for less than a tenth: the first dots arrive after 0.5 s. Then they are sent off again, which the
  // least time doesn't hold.
  const frames = (advance, animate) => {
    let [base, number] = [0, 0];
    return () => {
      if (number === 100) {
        base += 0.5;
        number = 0;
        animate(kind);
      }
      advance(base + 0.4 + number++ / 1024);
    };
  };
  const [webAssembly, javaScript] = least([
    frames((time) => wasm.dots_advance(time), (kind) => wasm.dots_animate(kind)),
    frames((time) => engine.advance(time), (kind) => engine.animate(kind)),
  ]);
  results.scenes[name] = { webAssembly, javaScript };
}
console.log(JSON.stringify(results));
