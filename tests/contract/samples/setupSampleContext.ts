import { afterAll, beforeAll } from "vitest";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createSampleContext, type SampleContext } from "./sampleContext.ts";

/** A platform for the tests of one file or `describe`: made before the first of them, closed after the last. */
export function setupSampleContext(options: Parameters<typeof createTestPlatform>[0]): () => SampleContext {
  let context: SampleContext | undefined;
  beforeAll(async () => {
    context = createSampleContext(await createTestPlatform(options));
  });
  afterAll(() => context?.ctx.close());
  return () => {
    if (!context) throw new Error("The tests have not begun");
    return context;
  };
}
