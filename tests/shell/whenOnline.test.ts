import { expect, it } from "vitest";
import { onReconnect } from "../../src/pageApi/onReconnect.ts";
import { createFakeConnection } from "../helpers/createFakeConnection.ts";

it("acts once when the connection is back, and not when it comes up for the first time", () => {
  const socket = createFakeConnection({ phase: "connecting", since: null });
  let acted = 0;
  onReconnect(socket, () => (acted += 1));
  socket.setPhase("online", null);
  expect(acted).toBe(0);
  socket.setPhase("down", 1_000);
  socket.setPhase("connecting", 1_000);
  expect(acted).toBe(0);
  socket.setPhase("online", null);
  expect(acted).toBe(1);
  socket.setPhase("down", 2_000);
  socket.setPhase("online", null);
  expect(acted).toBe(1);
});

it("acts no more once it is given up, and at once on the way back where the line was down already", () => {
  const socket = createFakeConnection({ phase: "down", since: 1_000 });
  let acted = 0;
  onReconnect(socket, () => (acted += 1))();
  onReconnect(socket, () => (acted += 10));
  socket.setPhase("online", null);
  expect(acted).toBe(10);
});
