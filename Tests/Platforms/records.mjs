// A file of records.

import { closeSync, openSync, writeSync } from "node:fs";

// Records are many and short.
const BUFFER_BYTES = 1 << 20;

export class Records {
  #file;
  #buffer = new Uint8Array(BUFFER_BYTES);
  #used = 0;

  constructor(path) {
    this.#file = openSync(path, "w");
  }

  append(bytes) {
    if (this.#used + bytes.length > BUFFER_BYTES) this.#flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#write(bytes);
    } else {
      this.#buffer.set(bytes, this.#used);
      this.#used += bytes.length;
    }
  }

  close() {
    this.#flush();
    closeSync(this.#file);
  }

  #flush() {
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes) {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    }
  }
}
