import { channelCodes } from "../../server/db/schema/channelCode.ts";
import type { TestPlatform } from "../platform.ts";

/** A channel of 10.5 % that is on, where a test says nothing else; answers with its id. */
export async function madeChannel(
  on: TestPlatform,
  fields: Partial<typeof channelCodes.$inferInsert> = {},
): Promise<string> {
  const id = on.platform.newId();
  const stamps = { createdAt: on.clock.now(), updatedAt: on.clock.now() };
  const code = `QD${id.slice(-8)}`;
  await on.db.insert(channelCodes).values({
    id,
    ...stamps,
    name: "渠道",
    nameOrder: "qu dao",
    code,
    contact: "张三",
    phone: "13700000001",
    ratio: 10.5,
    search: code,
    ...fields,
  });
  return id;
}
