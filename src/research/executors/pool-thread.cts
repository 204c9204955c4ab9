// The entry file of a pool thread. The pool tries `require` first, and Node 20 ends the whole process if a thread is terminated while it
// requires an ES module. This CommonJS file avoids that.
module.exports = async (chunk: never): Promise<unknown> => {
  const { default: runChunk } = await import("./thread.ts");
  return runChunk(chunk);
};
