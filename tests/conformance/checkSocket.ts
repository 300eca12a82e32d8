import { setTimeout as wait } from "node:timers/promises";
import { type ClientFrame, socketTypes } from "../../adapters/contract/socket.ts";
import { openWebSocket } from "../../adapters/http/openWebSocket.ts";
import { parseServerFrames } from "../../adapters/http/parseServerFrames.ts";
import { showValue } from "./json.ts";
import { differs, notTried, type Result } from "./report.ts";

export interface SocketCheck {
  readonly url: string;
  readonly userId: string;
  readonly token: string;
  /** A task of the live list, if there is one. */
  readonly taskId: string | undefined;
  /** How long the line is watched, and the time between two heartbeats. */
  readonly watchMs: number;
  readonly heartbeatMs: number;
  /** Signs in once more, which ends the first session on platforms that allow one. */
  readonly signInAgain: () => Promise<void>;
}

const names = {
  "R-171": "the socket opens",
  "R-172": "type 1 registers",
  "R-173": "type 2 keeps the line open",
  "R-174": "type 3 opens a live task",
  "R-176": "messages have a type",
  "R-183": "type 6 after a second sign-in",
} as const;
type Row = keyof typeof names;

/** The socket's rows where it was not tried. */
export const skipSocket = (reason: string): readonly Result[] =>
  Object.entries(names).map(([row, what]) => notTried(row, what, reason));

const passed = (row: Row): Result => ({
  row,
  what: names[row],
  outcome: "passed",
  differences: [],
  notes: [],
  remark: "",
});

/** Opens a line as the console does, and watches what the platform makes of its messages. */
export async function checkSocket(check: SocketCheck): Promise<readonly Result[]> {
  const line = await openLine(check.url);
  if (line.closeCode() !== undefined) {
    // A failed handshake has no code of its own.
    const came = "none";
    const [first, ...later] = skipSocket("no line");
    const { row = "", what = "" } = first ?? {};
    return [differs(row, what, { field: "line", expected: "an open one within 10 s", came }), ...later];
  }
  const results = [passed("R-171")];
  const frame = (type: ClientFrame["type"], taskId = "") => {
    const { userId, token } = check;
    line.send(JSON.stringify({ platform: "web", type, userId, token, taskId } satisfies ClientFrame));
  };
  /** Whether the line outlives a message and the time after it. */
  const survive = async (row: Row, ms: number, say: () => void) => {
    const what = names[row];
    if (line.closeCode() !== undefined) return void results.push(notTried(row, what, "the line is closed"));
    say();
    const from = Date.now();
    await Promise.race([wait(ms), line.closed]);
    const code = line.closeCode();
    const came = `closed with ${code} after ${((Date.now() - from) / 1000).toFixed(1)} s`;
    results.push(
      code === undefined
        ? passed(row)
        : differs(row, what, { field: "line", expected: "one that stays open", came }),
    );
  };
  const beat = setInterval(() => frame(socketTypes.heartbeat), check.heartbeatMs);
  await survive("R-172", check.watchMs / 4, () => frame(socketTypes.register));
  await survive("R-173", check.watchMs, () => frame(socketTypes.heartbeat));
  const { taskId } = check;
  if (taskId === undefined) results.push(notTried("R-174", names["R-174"], "no live task"));
  else await survive("R-174", check.watchMs / 4, () => frame(socketTypes.openTask, taskId));
  const odd = line.texts.find((text) => parseServerFrames(text, 0).length === 0);
  results.push(
    odd === undefined
      ? passed("R-176")
      : differs("R-176", names["R-176"], {
          field: "message",
          expected: "a JSON object with a whole number as type",
          came: showValue(odd),
        }),
  );
  if (line.closeCode() === undefined) {
    await check.signInAgain();
    await Promise.race([wait(check.watchMs), line.closed]);
  }
  clearInterval(beat);
  line.close();
  const isTold = line.texts.some((text) =>
    parseServerFrames(text, 0).some(({ type }) => type === socketTypes.loggedInElsewhere),
  );
  results.push(
    isTold
      ? passed("R-183")
      : notTried("R-183", names["R-183"], "none came; a platform may allow several sessions"),
  );
  return results;
}

/** A line that is open, or closed at once. */
async function openLine(url: string) {
  const texts: string[] = [];
  let code: number | undefined;
  const opened = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const socket = openWebSocket(url, {
    onOpen: opened.resolve,
    onText: (text) => void texts.push(text),
    onBinary: () => undefined,
    onClose: (given) => {
      code = given;
      closed.resolve();
    },
  });
  await Promise.race([opened.promise, closed.promise]);
  return { texts, send: socket.send, close: socket.close, closed: closed.promise, closeCode: () => code };
}
