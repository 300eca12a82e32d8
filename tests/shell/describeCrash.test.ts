import { expect, test } from "vitest";
import * as z from "zod/mini";
import { describeCrash } from "../../src/app/shell/describeCrash.ts";

test("a parser's report stays out of a page, other reasons are told", () => {
  const { error } = z.object({ id: z.string() }).safeParse({});
  expect(describeCrash(error as Error)).toBe("收到的数据与本页不符");
  expect(describeCrash(new Error('[{"code":"invalid_type","path":["list"]}]'))).toBe("收到的数据与本页不符");
  expect(describeCrash(new Error("地图组件没有就绪"))).toBe("地图组件没有就绪");
});
