/** @module-tag full */

import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../server/db/openPostgres.ts";
import { toErrorResponse } from "../../server/http/sendError.ts";

test("A database host that accepts connections and never answers times out as unavailable", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const start = performance.now();
  const error = await openPostgres(`postgres://somebody@127.0.0.1:${port}/none`).catch((thrown) => thrown);
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(toErrorResponse(error)).toMatchObject({
    status: 503,
    body: { message: "数据库暂时不可用，请稍后再试" },
  });
});
