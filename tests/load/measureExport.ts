import { readFileSync } from "node:fs";
import type { ApiClient } from "../process/apiClient.ts";
import type { ServerProcess } from "../process/serverProcess.ts";

export interface ExportMetrics {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
  /** CPU time of the server, which is independent of other load on the machine. */
  readonly cpuSeconds: number;
  /** Peak memory of the server above the value before the export, MB. */
  readonly growthMb: number;
}

/** Exports a whole list and samples the server's resident memory (Linux). */
export async function measureExport(
  server: ServerProcess,
  account: ApiClient,
  call: string,
): Promise<ExportMetrics> {
  const before = getResidentMb(server.pid);
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, getResidentMb(server.pid))), 50);
  const from = performance.now();
  const cpuBefore = getCpuSeconds(server.pid);
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
      cpuSeconds: getCpuSeconds(server.pid) - cpuBefore,
      growthMb: highest - before,
    };
  } finally {
    clearInterval(watch);
  }
}

function getResidentMb(pid: number): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

/** User and system time so far, in kernel ticks of 10 ms. */
function getCpuSeconds(pid: number): number {
  const [, fields = ""] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, "utf8").trim()) ?? [];
  const [user = "0", system = "0"] = fields.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}
