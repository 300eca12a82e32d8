import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { connect, listen, message } from "./socketClient.ts";

let on: TestPlatform;
let url: string;
beforeAll(async () => {
  on = await testPlatform();
  url = await listen(on);
});
afterAll(() => on.close());

test("An address with 100 sockets that have not registered gets no more, until one of them registers or leaves", async () => {
  const open = [];
  for (let count = 0; count < 100; count++) open.push(await connect(url));
  await expect(connect(url)).rejects.toThrow("429");
  const [first, second] = open;
  first?.say(message(1, on.staff.duty.id, await openSession(on.platform, on.staff.duty.id)));
  await first?.frame(1);
  open.push(await connect(url));
  await expect(connect(url)).rejects.toThrow("429");
  second?.raw.close();
  await second?.closed;
  await expect.poll(() => connect(url).then(() => "open", String)).toBe("open");
  first?.raw.close();
  await first?.closed;
  await expect(connect(url)).rejects.toThrow("429");
});
