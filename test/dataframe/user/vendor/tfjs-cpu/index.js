"use strict";

// tfjs-node is a binary of several hundred megabytes that is downloaded when it is installed. danfojs-node asks it for tensors and
// for their arithmetic as methods; the package for the CPU has the same arithmetic as functions.
const tf = require("@tensorflow/tfjs-core");
require("@tensorflow/tfjs-backend-cpu");

const METHODS = [
  "add",
  "argMax",
  "argMin",
  "div",
  "divNoNan",
  "equal",
  "greater",
  "greaterEqual",
  "less",
  "lessEqual",
  "max",
  "mean",
  "min",
  "mod",
  "mul",
  "notEqual",
  "pow",
  "sub",
];

for (const name of METHODS) {
  tf.Tensor.prototype[name] ??= function (...args) {
    return tf[name](this, ...args);
  };
}

module.exports = tf;
