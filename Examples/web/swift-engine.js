// The engine in WebAssembly: Dots.swift.

import { mathFunctions } from "./math.mjs";

const { instance } = await WebAssembly.instantiateStreaming(fetch("dots.wasm"), { env: mathFunctions });
const swift = instance.exports;

export class SwiftEngine {
  constructor(count) {
    this.count = count;
    swift.dots_create(count);
  }

  animate(kind) {
    swift.dots_animate(kind);
  }

  advance(time) {
    swift.dots_advance(time);
  }

  // Views of the memory, which may have moved since the last frame because it grew.

  column(component) {
    return new Float32Array(swift.memory.buffer, swift.dots_column(component) >>> 0, this.count);
  }

  get pixels() {
    return new Uint8Array(swift.memory.buffer, swift.dots_pixels() >>> 0, 4 * this.count);
  }
}
