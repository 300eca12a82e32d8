import { afterAll, beforeAll } from "vitest";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createSampleContext, type SampleContext } from "./sampleContext.ts";

/** Creates a platform before the tests of the file or `describe` and closes it after them. Returns its getter. */
export function setupSampleContext(options: Parameters<typeof createTestPlatform>[0]): () => SampleContext {
  let context: SampleContext | undefined;
  beforeAll(async () => {
    context = createSampleContext(await createTestPlatform(options));
  });
  afterAll(() => context?.ctx.close());
  return () => {
    if (!context) throw new Error("The platform is created in beforeAll");
    return context;
  };
}
