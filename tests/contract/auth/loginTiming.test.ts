import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { hashPassword } from "../../../server/auth/passwordHash.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, type TestPlatform, testPassword } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";

/** Algorithm, version and cost of each hash, which determine its duration. */
const hashCalls = vi.hoisted(() => [] as string[]);
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const parseCost = (phc: string) => phc.split("$").slice(1, 4).join(" ");
  return {
    ...real,
    hash: async (...args: Parameters<typeof real.hash>) => {
      const created = await real.hash(...args);
      hashCalls.push(parseCost(created));
      return created;
    },
    verify: (...args: Parameters<typeof real.verify>) => {
      hashCalls.push(parseCost(String(args[0])));
      return real.verify(...args);
    },
  };
});

const member = "13911110002";
const user = "13655550001";
const login = (phoneNumber: string, password: string) =>
  injectCall(ctx.app, loginCalls.login, { body: { phoneNumber, password: md5(password) } });

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform();
  const factory = await createDataFactory(ctx);
  const { id } = await factory.createCompany();
  await factory.createUser(id, { phoneNumber: user, passwordHash: await hashPassword(md5(testPassword)) });
  // The first unknown number creates the dummy hash once.
  await login("13999999999", "no");
});
afterAll(() => ctx.close());
beforeEach(() => ctx.db.delete(loginFailures));

test.each([
  ["with the right password", member, testPassword],
  ["with a wrong password", member, "no"],
  ["of an unknown number", "13999999999", "no"],
  ["of a company's user", user, testPassword],
  ["of a company's user with a wrong password", user, "no"],
])(
  "A login %s computes one hash of the usual cost, so that its duration reveals nothing",
  async (_who, phone, password) => {
    hashCalls.length = 0;
    await login(phone, password);
    expect(hashCalls).toEqual(["argon2id v=19 m=19456,t=2,p=1"]);
  },
);

test("A login of a disabled account has the same cost", { tags: "full" }, async () => {
  const { id } = ctx.staff.duty;
  await ctx.db.update(staff).set({ status: "disabled" }).where(eq(staff.id, id));
  for (const password of [testPassword, "no"]) {
    hashCalls.length = 0;
    await login("13911110005", password);
    expect(hashCalls).toEqual(["argon2id v=19 m=19456,t=2,p=1"]);
  }
});
