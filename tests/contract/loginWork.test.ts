import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { signInCalls } from "../../adapters/contract/session.ts";
import { hashPassword } from "../../server/auth/passwordHash.ts";
import { loginFailures } from "../../server/db/schema/loginFailures.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { md5, password, type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";
import { dataFactory } from "./dataFactory.ts";

/** What each hash was made with: algorithm, version and cost, which say how long it takes. */
const work = vi.hoisted(() => [] as string[]);
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const costOf = (phc: string) => phc.split("$").slice(1, 4).join(" ");
  return {
    ...real,
    hash: async (...args: Parameters<typeof real.hash>) => {
      const made = await real.hash(...args);
      work.push(costOf(made));
      return made;
    },
    verify: (...args: Parameters<typeof real.verify>) => {
      work.push(costOf(String(args[0])));
      return real.verify(...args);
    },
  };
});

const member = "13911110002";
const user = "13655550001";
const login = (phoneNumber: string, word: string) =>
  send(on.app, signInCalls.login, { body: { phoneNumber, password: md5(word) } });

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform();
  const make = await dataFactory(on);
  const { id } = await make.company();
  await make.user(id, { phoneNumber: user, passwordHash: await hashPassword(md5(password)) });
  // The first unknown number has a hash made to compare with, once.
  await login("13999999999", "no");
});
afterAll(() => on.close());
beforeEach(() => on.db.delete(loginFailures));

test.each([
  ["with the right password", member, password],
  ["with a wrong password", member, "no"],
  ["of a number that nobody has", "13999999999", "no"],
  ["of a user of a company, who has none here", user, password],
  ["of a user of a company with a wrong password", user, "no"],
])(
  "A login %s costs one hash of the usual cost, so that its time tells nothing",
  async (_who, phone, word) => {
    work.length = 0;
    await login(phone, word);
    expect(work).toEqual(["argon2id v=19 m=19456,t=2,p=1"]);
  },
);

test("A login of a disabled account costs the same", async () => {
  const { id } = on.staff.duty;
  await on.db.update(staff).set({ status: "disabled" }).where(eq(staff.id, id));
  for (const word of [password, "no"]) {
    work.length = 0;
    await login("13911110005", word);
    expect(work).toEqual(["argon2id v=19 m=19456,t=2,p=1"]);
  }
});
