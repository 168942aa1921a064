// Draws the engine's columns with WebGL, and shows the cost of a frame. The address may say what to do without a hand:
// ?count=100000&animate=0,3&engine=Swift&frames=120 plays 120 frames of 1/60 s and then shows its measurements.

import { JavaScriptEngine } from "./javascript-engine.js";
import { SwiftEngine } from "./swift-engine.js";

const ENGINES = { Swift: SwiftEngine, JavaScript: JavaScriptEngine };
const canvas = document.querySelector("canvas");
const form = document.querySelector("form");
const output = document.querySelector("output");
const asked = new URLSearchParams(location.search);

// MARK: Drawing

const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: asked.has("frames") });

function shader(type, source) {
  const made = gl.createShader(type);
  gl.shaderSource(made, source);
  gl.compileShader(made);
  if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(made));
  return made;
}

const program = gl.createProgram();
gl.attachShader(program, shader(gl.VERTEX_SHADER, `#version 300 es
  in float x, y;
  in vec4 color;
  uniform vec2 scale;
  uniform float size;
  out vec4 shade;
  void main() {
    gl_Position = vec4(vec2(x, y) * scale, 0, 1);
    gl_PointSize = size;
    shade = color;
  }`));
gl.attachShader(program, shader(gl.FRAGMENT_SHADER, `#version 300 es
  precision mediump float;
  in vec4 shade;
  out vec4 color;
  void main() { color = shade; }`));
gl.linkProgram(program);
gl.useProgram(program);

/// A buffer that an attribute reads, filled anew in each frame.
function attribute(name, size, type, isNormalized) {
  const [buffer, place] = [gl.createBuffer(), gl.getAttribLocation(program, name)];
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(place);
  gl.vertexAttribPointer(place, size, type, isNormalized, 0, 0);
  return (values) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STREAM_DRAW);
  };
}

const fillX = attribute("x", 1, gl.FLOAT, false);
const fillY = attribute("y", 1, gl.FLOAT, false);
const fillColors = attribute("color", 4, gl.UNSIGNED_BYTE, true);

function draw(engine) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.round(side * devicePixelRatio));
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  gl.viewport(0, 0, width, height);
  const side = Math.min(width, height);
  gl.uniform2f(gl.getUniformLocation(program, "scale"), side / width, side / height);
  gl.uniform1f(gl.getUniformLocation(program, "size"), Math.max(1, side / 2 / Math.sqrt(engine.count)));
  fillX(engine.column(0));
  fillY(engine.column(1));
  fillColors(engine.pixels);
  gl.clearColor(0.0627, 0.0784, 0.0941, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.drawArrays(gl.POINTS, 0, engine.count);
}

// MARK: Frames

form.engine.value = asked.get("engine") ?? "Swift";
form.count.value = Math.log10(Number(asked.get("count") ?? 100_000));
let engine = new ENGINES[asked.get("engine") ?? "Swift"](Number(asked.get("count") ?? 100_000));

/// Returns the milliseconds of the engine, and of the whole frame.
function playFrame(time) {
  const begin = performance.now();
  engine.advance(time);
  const middle = performance.now();
  draw(engine);
  return [middle - begin, performance.now() - begin];
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

function show(times) {
  const [own, all] = [0, 1].map((index) => median(times.map((pair) => pair[index])).toFixed(2));
  output.value = `${engine.count.toLocaleString("en")} dots\nengine ${own} ms, page ${all} ms a frame`;
}

function playForever() {
  let times = [];
  const frame = (now) => {
    times.push(playFrame(now / 1000));
    if (times.length === 30) {
      show(times);
      times = [];
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/// Returns the part of the picture's pixels that aren't the background.
function painted() {
  const pixels = new Uint8Array(4 * canvas.width * canvas.height);
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const words = new Uint32Array(pixels.buffer);
  return words.reduce((sum, word) => sum + (word !== words[0] ? 1 : 0), 0) / words.length;
}

/// Plays some frames at once, without waiting for a screen.
function playTest(frames) {
  const start = Float32Array.from(engine.column(0));
  const times = Array.from({ length: frames }, (_, frame) => playFrame((frame + 1) / 60));
  show(times);
  const [x, y] = [engine.column(0), engine.column(1)];
  const result = {
    engine: median(times.map((pair) => pair[0])),
    moved: x.reduce((sum, value, index) => sum + (value !== start[index] ? 1 : 0), 0) / engine.count,
    radius: x.reduce((sum, value, index) => sum + Math.hypot(value, y[index]), 0) / engine.count,
    painted: painted(),
    colors: new Set(new Uint32Array(engine.pixels.slice().buffer)).size,
  };
  console.log(`result ${JSON.stringify(result)}`);
}

// MARK: A visitor's actions

const animations = (asked.get("animate") ?? "0,3").split(",").map(Number);

form.addEventListener("click", ({ target }) => {
  if (target.name === "animate") engine.animate(Number(target.value));
});
form.addEventListener("change", () => {
  engine = new ENGINES[form.engine.value](Math.round(10 ** form.count.value));
  engine.advance(performance.now() / 1000);
  animations.forEach((kind) => engine.animate(kind));
});

engine.advance(asked.has("frames") ? 0 : performance.now() / 1000);
animations.forEach((kind) => engine.animate(kind));
if (asked.has("frames")) playTest(Number(asked.get("frames")));
else playForever();
