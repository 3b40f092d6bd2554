/** Runs the sandbox by hand: `node sandbox/main.ts --port 8090`. Ctrl-C ends it. */
import { parseArgs } from "node:util";
import { startSandbox } from "./server.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "8090" }, host: { type: "string", default: "127.0.0.1" } },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`--port must be a number from 0 to 65535, not ${values.port}`);
  process.exit(2);
}

const sandbox = await startSandbox({ port, host: values.host, log: (line) => console.log(line) });
console.log(`Sandbox utilities: ${sandbox.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void sandbox.close());
