import { expect, it } from "vitest";
import type { ConnectionView } from "../../src/console/liveSocket.ts";
import { whenOnline } from "../../src/console/whenOnline.ts";

/** A connection that stands as it is told, and what it was acted on. */
function line(first: ConnectionView) {
  let view = first;
  const told = new Set<() => void>();
  return {
    view: () => view,
    subscribe: (changed: () => void) => {
      told.add(changed);
      return () => void told.delete(changed);
    },
    becomes: (phase: ConnectionView["phase"], since: number | null) => {
      view = { phase, since };
      for (const tell of told) tell();
    },
  };
}

it("acts once when the connection is back, and not when it comes up for the first time", () => {
  const socket = line({ phase: "connecting", since: null });
  let acted = 0;
  whenOnline(socket, () => (acted += 1));
  socket.becomes("online", null);
  expect(acted).toBe(0);
  socket.becomes("down", 1_000);
  socket.becomes("connecting", 1_000);
  expect(acted).toBe(0);
  socket.becomes("online", null);
  expect(acted).toBe(1);
  socket.becomes("down", 2_000);
  socket.becomes("online", null);
  expect(acted).toBe(1);
});

it("acts no more once it is given up, and at once on the way back where the line was down already", () => {
  const socket = line({ phase: "down", since: 1_000 });
  let acted = 0;
  whenOnline(socket, () => (acted += 1))();
  whenOnline(socket, () => (acted += 10));
  socket.becomes("online", null);
  expect(acted).toBe(10);
});
