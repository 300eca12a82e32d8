/** @module-tag full */

import { readXlsx } from "hucre/xlsx";
import { afterAll, expect, test } from "vitest";
import { exportJobCalls } from "../../adapters/contract/exportJob.ts";
import { type ApiClient, createApiClient, loginClient } from "../process/apiClient.ts";
import { insertAuditRows } from "../process/insertAuditRows.ts";
import { startCluster } from "../process/startCluster.ts";

const rows = 60_000;
const cluster = await startCluster();
afterAll(() => cluster[Symbol.asyncDispose]());

async function readNewest(admin: ApiClient) {
  const body = { pageNo: 1, pageSize: 1, sort: { field: "createdAt", order: "desc" } };
  const { data } = await admin.call("POST", "/x/export/list", body);
  return exportJobCalls.exportList.data.parse(data).list[0];
}

test("After kill -9 of the process that writes an export another goes on within 15 s, and every process has the file", async () => {
  const first = await cluster.add();
  const second = await cluster.add();
  const third = await cluster.add();
  await insertAuditRows({ url: cluster.postgres.url }, rows);
  const { headers } = await loginClient(second.url);
  const response = await fetch(`${second.url}/wms/api/x/audit/export`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  expect(Number(response.headers.get("x-export-rows"))).toBeGreaterThan(rows);
  await response.body?.cancel();
  const admin = createApiClient(second.url, headers);
  await expect.poll(async () => (await readNewest(admin))?.writtenRows).toBeGreaterThan(0);
  await first.stop("SIGKILL");
  const killedAt = performance.now();
  expect(await readNewest(admin)).toMatchObject({ status: "running" });
  await expect
    .poll(() => second.output() + third.output(), { timeout: 15_000 })
    .toContain('"msg":"export resumed"');
  expect(performance.now() - killedAt).toBeLessThan(15_000);
  await expect
    .poll(async () => (await readNewest(admin))?.status, { timeout: 60_000, interval: 200 })
    .toBe("done");
  const done = await readNewest(admin);
  for (const { url } of [second, third]) {
    const file = await fetch(`${url}/wms/api/x/export/file/${done?.id}`, { headers });
    const { sheets } = await readXlsx(Buffer.from(await file.arrayBuffer()));
    // One row more: the header.
    expect(sheets[0]?.rows).toHaveLength((done?.expectedRows ?? 0) + 1);
  }
  const { list } = exportJobCalls.exportList.data.parse(
    (await admin.call("POST", "/x/export/list", { pageNo: 1, pageSize: 10 })).data,
  );
  expect(list).toMatchObject([{ status: "done", writtenRows: done?.expectedRows }]);
});
