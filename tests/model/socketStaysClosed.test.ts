import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { socketMachine } from "../../machines/socket.machine.ts";
import type { ConnectionListener } from "../../machines/socketPort.ts";

/** Creates an online socket machine with a simulated clock. */
function setupOnline() {
  const clock = new SimulatedClock();
  const connections: {
    readonly listener: ConnectionListener;
    readonly openedAt: number;
    closedAt: number | null;
  }[] = [];
  const effects: string[] = [];
  const actor = createActor(
    socketMachine({
      now: () => clock.now(),
      mayBeSilent: false,
      open: (listener) => {
        const connection = { listener, openedAt: clock.now(), closedAt: null as number | null };
        connections.push(connection);
        return { send: () => undefined, close: () => void (connection.closedAt ??= clock.now()) };
      },
      onFrame: () => undefined,
      onKicked: () => void effects.push("kicked"),
      onRejected: () => void effects.push("refused"),
    }),
    { clock },
  ).start();
  actor.send({ type: "session.start", userId: "7", token: "t" });
  connections[0]?.listener.onOpen();
  connections[0]?.listener.onMessage({ type: 1, at: "", data: null });
  expect(actor.getSnapshot().hasTag("online")).toBe(true);
  const drop = () => connections[0]?.listener.onClose(1005);
  /** Counts the connections opened within a minute, advancing millisecond by millisecond. */
  const countOpensInMinute = () => {
    const before = connections.length;
    for (let ms = 0; ms < 60_000; ms += 1) clock.increment(1);
    return connections.length - before;
  };
  return { actor, connections, effects, clock, drop, countOpensInMinute };
}

const frame = (type: number) => ({ type, at: "", data: null });

describe("reconnection within 60 s", () => {
  test.each([
    { after: "with a close event", ends: true },
    { after: "without a close event", ends: false },
  ])("none after the console closes the connection, $after (R-169, R-182)", ({ ends }) => {
    const { actor, connections, drop, countOpensInMinute } = setupOnline();
    // Sent on logout and on idle timeout (15 minutes and 3 seconds without a click).
    actor.send({ type: "session.end" });
    expect(connections[0]?.closedAt).toBe(0);
    if (ends) drop();
    expect(countOpensInMinute()).toBe(0);
    expect(actor.getSnapshot().value).toBe("closed");
  });

  test.each([true, false])("none after type 6, with a close event: %s (R-183)", (ends) => {
    const { actor, connections, effects, drop, countOpensInMinute } = setupOnline();
    connections[0]?.listener.onMessage(frame(6));
    expect([connections[0]?.closedAt, effects]).toEqual([0, ["kicked"]]);
    if (ends) drop();
    expect(countOpensInMinute()).toBe(0);
    expect(actor.getSnapshot().value).toBe("kicked");
  });

  test("none if the session ends while waiting to reconnect (R-182)", () => {
    const { actor, clock, drop, countOpensInMinute } = setupOnline();
    drop();
    clock.increment(9_999);
    actor.send({ type: "session.end" });
    expect(countOpensInMinute()).toBe(0);
  });

  test("one exactly 10,000 ms after any other close (R-181, R-230)", () => {
    const { connections, clock, drop, countOpensInMinute } = setupOnline();
    drop();
    clock.increment(9_999);
    expect(connections.length).toBe(1);
    clock.increment(1);
    expect(connections.length).toBe(2);
    // A connection that never opens is given up after 15 s, and the next one follows 10 s later.
    expect(countOpensInMinute()).toBe(2);
  });
});
