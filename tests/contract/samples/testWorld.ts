import { afterAll, beforeAll } from "vitest";
import { testPlatform } from "../../platform.ts";
import { type World, worldOf } from "./world.ts";

/** A platform for the tests of one file or `describe`: made before the first of them, closed after the last. */
export function testWorld(options: Parameters<typeof testPlatform>[0]): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = worldOf(await testPlatform(options));
  });
  afterAll(() => world?.on.close());
  return () => {
    if (!world) throw new Error("The tests have not begun");
    return world;
  };
}
