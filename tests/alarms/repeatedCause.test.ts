import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
let server: AlarmFixture;
beforeEach(async () => {
  ctx = await createTestPlatform();
  server = await startAlarms(ctx);
});
afterEach(async () => {
  await server.stop();
  await ctx.close();
});

test.for(["p1", "p2"] as const)(
  "A cause of priority %s that held for long is counted up within 60 s after its end, and not after that",
  { tags: "full" },
  async (priority) => {
    server.raise({ priority });
    await server.wait(90);
    server.clear();
    await server.wait(30);
    server.raise({ priority });
    expect(await server.read()).toMatchObject([{ count: 2, state: "active" }]);
    server.clear();
    await server.wait(61);
    server.raise({ priority });
    expect(await server.read()).toMatchObject([{ count: 2 }, { count: 1, state: "active" }]);
  },
);
