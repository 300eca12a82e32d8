import { expect } from "vitest";
import type { TestPlatform } from "../../helpers/testPlatform.ts";

interface LogLine {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly reqId?: string;
  readonly call?: string;
  readonly [key: string]: unknown;
}

export const parseLogLines = (platform: TestPlatform): LogLine[] =>
  platform.logLines.map((line) => JSON.parse(line));

/** Waits for the call line of the request with these response headers. */
export async function findCallLine(
  platform: TestPlatform,
  headers: Readonly<Record<string, unknown>>,
): Promise<LogLine> {
  const found = () =>
    parseLogLines(platform).filter(({ reqId, msg }) => reqId === headers["x-request-id"] && msg === "call");
  await expect.poll(found).toHaveLength(1);
  return found()[0] as LogLine;
}
