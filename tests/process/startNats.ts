import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findNats } from "../../scripts/testing/findNats.ts";
import { reservePort } from "./reservePort.ts";
import { waitForPort } from "./waitForPort.ts";

/** A NATS server of the test's own, which can be killed and started again at the same address. */
export interface NatsProcess extends AsyncDisposable {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

export async function startNats(): Promise<NatsProcess> {
  const port = await reservePort();
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn(findNats(), ["-a", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
    await waitForPort(port);
  };
  const kill = async () => {
    if (!child) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    child = null;
  };
  await start();
  return { url: `nats://127.0.0.1:${port}`, start, kill, [Symbol.asyncDispose]: kill };
}
