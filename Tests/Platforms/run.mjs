// Makes all calls on WebAssembly: node run.mjs MODULE INPUTS RECORDS. Or those of a walk, as main.c does:
// node run.mjs MODULE INPUTS RECORDS floats|pixels FIRST STEP CALLS COUNT.

import { readFileSync } from "node:fs";

import { Records } from "./records.mjs";

const [modulePath, inputsPath, recordsPath, places, ...way] = process.argv.slice(2);

const records = new Records(recordsPath);
const platform = {
  write_records: (address, count) => records.append(memory().subarray(address >>> 0, (address >>> 0) + count)),
  report: (address) => console.error(text(address)),
};
const { instance } = await WebAssembly.instantiate(readFileSync(modulePath), { platform });
const { exports } = instance;

function memory() {
  return new Uint8Array(exports.memory.buffer);
}

function text(address) {
  const bytes = memory();
  return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
}

const inputs = readFileSync(inputsPath);
if (inputs.length !== exports.inputs_size()) {
  console.error("the inputs have another layout here");
  process.exit(1);
}
memory().set(inputs, exports.inputs_address());
try {
  const isRight = places ? exports.walk(places === "pixels", ...way.map(Number)) : exports.run();
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  console.error(`${text(exports.current_call())}: ${error}`);
  process.exitCode = 1;
}
records.close();
