// Plays the scene of Engine.swift on WebAssembly: node engine.mjs MODULE RECORDS

import { readFileSync } from "node:fs";

import { Records } from "./records.mjs";

const [modulePath, recordsPath] = process.argv.slice(2);
const records = new Records(recordsPath);
const platform = {
  write_records: (address, count) =>
    records.append(new Uint8Array(instance.exports.memory.buffer, address >>> 0, count)),
};
const { sin, cos, asin, acos, atan2, log, log2, expm1, pow, cbrt } = Math;
const env = {
  ...{ sin, cos, asin, acos, atan2, log, log2, expm1, pow, cbrt },
  exp2: (x) => 2 ** x,
  fmod: (x, y) => x % y,
  // JavaScript's own rounds halves up.
  round: (x) => Math.trunc(x) + (Math.abs(x - Math.trunc(x)) >= 0.5 ? Math.sign(x) : 0),
};
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), { platform, env });
process.exitCode = instance.exports.play() ? 0 : 1;
records.close();
