// Plays the scene of Engine.swift on WebAssembly: node engine.mjs MODULE RECORDS

import { readFileSync } from "node:fs";

import { mathFunctions } from "../../Examples/web/math.mjs";
import { Records } from "./records.mjs";

const [modulePath, recordsPath] = process.argv.slice(2);
const records = new Records(recordsPath);
const platform = {
  write_records: (address, count) =>
    records.append(new Uint8Array(instance.exports.memory.buffer, address >>> 0, count)),
};
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), { platform, env: mathFunctions });
process.exitCode = instance.exports.play() ? 0 : 1;
records.close();
