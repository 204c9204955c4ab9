import { call } from "./call.ts";

// Answers several calls in one process that has Node's own loader, for starting one for each takes long: from `callApart`.

const calls = JSON.parse(process.argv[2]!) as readonly (readonly string[])[];
const answers = [];
for (const args of calls) answers.push(await call(args));
process.stdout.write(JSON.stringify(answers));
