import { readFileSync } from "node:fs";
import type { ServerProcess } from "../running/serverProcess.ts";
import type { SignedIn } from "../running/signedIn.ts";

export interface ExportFigures {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Processor time of the whole server meanwhile, which neighbours on the machine do not lengthen. */
  readonly cpuSeconds: number;
  /** How much more memory the server held at its highest during the export than before it, in MB. */
  readonly growthMb: number;
}

/** Exports a whole list by its call and watches the server's resident memory meanwhile (Linux). */
export async function exportRun(
  server: ServerProcess,
  account: SignedIn,
  call: string,
): Promise<ExportFigures> {
  const before = residentMb(server.pid);
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, residentMb(server.pid))), 50);
  const from = performance.now();
  const cpuBefore = cpuSecondsOf(server.pid);
  try {
    const response = await fetch(`${server.url}/wms/api${call}`, {
      method: "POST",
      headers: { ...account.headers, "content-type": "application/json" },
      body: "{}",
    });
    let bytes = 0;
    for await (const part of response.body ?? []) bytes += part.length;
    const seconds = (performance.now() - from) / 1000;
    return {
      rows: Number(response.headers.get("x-export-rows")),
      bytes,
      seconds,
      cpuSeconds: cpuSecondsOf(server.pid) - cpuBefore,
      growthMb: highest - before,
    };
  } finally {
    clearInterval(watch);
  }
}

function residentMb(pid: number): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

/** User and system time so far, in the kernel's hundredths of a second. */
function cpuSecondsOf(pid: number): number {
  const [, fields = ""] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8").trim()) ?? [];
  const [user = "0", system = "0"] = fields.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}
