/** @module-tag full */

import { expect, test } from "vitest";
import { contract } from "../../../adapters/contract/contract.ts";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { isOwnerCall } from "../../../server/calls/ownerCalls.ts";
import { NotLiveError } from "../../../server/http/notLiveError.ts";
import { injectUntyped, type UntypedArgs } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import { allSamples } from "../samples/allSamples.ts";
import type { Sample } from "../samples/sample.ts";
import { setupSampleContext } from "../samples/setupSampleContext.ts";
import { createFakeCluster } from "./createFakeCluster.ts";

let isLive = true;
/** Nobody keeps the live picture while `isLive` is false. */
const cluster = createFakeCluster(() => isLive);
const getContext = setupSampleContext({ seedDemoData: true, cluster });

test("Without the live picture only calls that need it are refused, for the moment; all others are answered", async () => {
  const { ctx } = getContext();
  const wrong: string[] = [];
  for (const [name, sample] of Object.entries(allSamples as Record<string, Sample<Endpoint>>)) {
    const endpoint: Endpoint = contract[name as keyof typeof contract];
    isLive = true;
    const args: UntypedArgs = await sample.args(getContext());
    const headers = await openSession(ctx.platform, ctx.staff[sample.role].id);
    isLive = false;
    const { status, body, headers: answered } = await injectUntyped(ctx.app, endpoint, args, headers);
    const isRefused = status === 503 && answered["retry-after"] === "2";
    // What follows a commit fails by itself.
    const hasFailedLater = ctx.errors.splice(0).some((error) => error instanceof NotLiveError);
    if (isRefused !== isOwnerCall(endpoint) || hasFailedLater)
      wrong.push(`${name} ${status} ${body.message ?? ""}`);
  }
  isLive = true;
  expect(wrong).toEqual([]);
});
