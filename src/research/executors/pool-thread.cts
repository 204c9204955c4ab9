// What the pool starts in a thread. It asks for its file by `require` first, and Node 20 ends the whole process where a thread is ended while it
// reads an ES module so, as when a strategy cannot be loaded or a sweep is stopped. This one is none, and only imports.
module.exports = async (chunk: never): Promise<unknown> => {
  const { default: runChunk } = await import("./thread.ts");
  return runChunk(chunk);
};
