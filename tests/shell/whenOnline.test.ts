import { expect, it } from "vitest";
import { onReconnect } from "../../src/pageApi/onReconnect.ts";
import { createFakeConnection } from "../helpers/createFakeConnection.ts";

it("calls back once after a reconnect, and not after the first connect", () => {
  const socket = createFakeConnection({ phase: "connecting", since: null, isSilent: false });
  let callCount = 0;
  onReconnect(socket, () => (callCount += 1));
  socket.setPhase("online", null);
  expect(callCount).toBe(0);
  socket.setPhase("down", 1_000);
  socket.setPhase("connecting", 1_000);
  expect(callCount).toBe(0);
  socket.setPhase("online", null);
  expect(callCount).toBe(1);
  socket.setPhase("down", 2_000);
  socket.setPhase("online", null);
  expect(callCount).toBe(1);
});

it("calls back if the connection was down at the start, and not after unsubscribing", () => {
  const socket = createFakeConnection({ phase: "down", since: 1_000, isSilent: false });
  const calls: string[] = [];
  onReconnect(socket, () => calls.push("unsubscribed"))();
  onReconnect(socket, () => calls.push("subscribed"));
  socket.setPhase("online", null);
  expect(calls).toEqual(["subscribed"]);
});
