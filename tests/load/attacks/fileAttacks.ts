import { randomUUID } from "node:crypto";
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { demoAccounts } from "../../browser/signIn.ts";
import { type ApiClient, loginClient } from "../../process/apiClient.ts";
import type { Attack, Target } from "./observe.ts";

const toImportPath = ({ companyId }: Target, fileName: string) =>
  `/wms/api/x/flight/import?${new URLSearchParams({ companyId, droneSn: `A-${randomUUID().slice(0, 8)}`, kind: "patrol", fileName, requestId: randomUUID() })}`;

const startMs = Date.parse("2026-03-01T00:00:00Z");

function writeGpx(bytes: number, salt: number): string {
  const points: string[] = [];
  for (let second = 0; second * 110 < bytes; second += 1)
    points.push(
      `<trkpt lat="${(30 + salt + (second % 5_000) * 1e-5).toFixed(6)}" lon="${(104 + second * 1e-7).toFixed(6)}"><ele>110.5</ele><time>${new Date(startMs + second * 1_000).toISOString()}</time></trkpt>`,
    );
  return `<gpx><trk><trkseg>${points.join("")}</trkseg></trk></gpx>`;
}

async function upload(target: Target, { headers }: ApiClient, fileName: string, text: string) {
  const form = new FormData();
  form.append("file", new Blob([text]), fileName);
  const from = performance.now();
  const url = target.server.url + toImportPath(target, fileName);
  const status = await fetch(url, { method: "POST", headers: { ...headers }, body: form }).then(
    (response) => response.status,
    () => 0,
  );
  return { status, seconds: (performance.now() - from) / 1_000 };
}

const list = (answers: readonly { status: number; seconds: number }[]) =>
  answers.map(({ status, seconds }) => `${status} after ${seconds.toFixed(1)} s`).join(", ");

export const manyImports: Attack = {
  name: "G7 two people import 12 MB twice each, one also a CSV of one 40 MB line and one of quotes",
  before: "2 of 5 were cut off after 63 s and stored all the same",
  run: async (target) => {
    const phones = [demoAccounts.operator, demoAccounts.maintainer];
    const people = await Promise.all(phones.map((phone) => loginClient(target.server.url, phone)));
    const answers = await Promise.all(
      [...people, ...people].map((who, n) => upload(target, who, "a.gpx", writeGpx(12e6, n))),
    );
    const [first] = people;
    if (!first) throw new Error("Nobody is signed in");
    const line = `time(millisecond),latitude,longitude\n${"1,".repeat(20_000_000)}`;
    answers.push(await upload(target, first, "b.csv", line));
    answers.push(await upload(target, first, "c.csv", '"'.repeat(15_000_000)));
    return { after: list(answers), isRefused: answers.every(({ status }) => status !== 0 && status < 500) };
  },
};

const stalled = 24;
const stalledBytes = 49 * 1_024 * 1_024;

/** An upload that never sends its last kilobyte; resolves with the status that it got meanwhile, 0 for none. */
function startStalled(target: Target): { readonly status: () => number; readonly end: () => void } {
  let status = 0;
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.gpx"\r\n\r\n`;
  const request = http.request(target.server.url + toImportPath(target, "a.gpx"), {
    method: "POST",
    agent: false,
    headers: {
      ...target.admin.headers,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": stalledBytes,
    },
  });
  request.on("error", () => undefined);
  request.on("response", (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  request.write(head);
  request.write(Buffer.alloc(stalledBytes - head.length - 1_024, 32));
  return { status: () => status, end: () => request.destroy() };
}

export const stalledUploads: Attack = {
  name: "G8 24 uploads of 49 MB of one account that stop before their last kilobyte",
  before: "1,043 → 2,117 MB, 20 of 24 still held after 60 s",
  run: async (target) => {
    const uploads = Array.from({ length: stalled }, () => startStalled(target));
    await wait(20_000);
    const refused = uploads.filter(({ status }) => status() === 429 || status() === 503).length;
    const statuses = [...new Set(uploads.map(({ status }) => status()))].join(", ");
    for (const { end } of uploads) end();
    return { after: `${refused} of ${stalled} refused (${statuses})`, isRefused: refused >= stalled - 2 };
  },
};
