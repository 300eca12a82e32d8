import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { flightPhases, positionFixes } from "../../adapters/contract/flight.ts";
import { rcLostActions } from "../../adapters/contract/sample.ts";
import { ingestSample, rejectionReasons, telemetryCalls } from "../../adapters/contract/telemetry.ts";
import { valueRanges } from "../../server/telemetry/fleet/validateSamples.ts";

const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/device-api.md"), "utf8");

/** Cells of the table that follows this text and starts with this head, without their code marks. */
function readTable(head: string): string[][] {
  const lines = document.slice(document.indexOf(`\n${head}\n`) + 1).split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(2, end).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

test("every value of a sample is in the table with the range that the server checks", () => {
  const enumerations: Readonly<Record<string, readonly string[]>> = {
    fix: positionFixes,
    rcLostAction: rcLostActions,
    phase: flightPhases,
  };
  const rows = readTable("| field | least | greatest | unit | what it is, and if it is not known |");
  const documented = rows.map(([field = "", least = "", greatest = ""]) => [
    field,
    field in enumerations ? least.split(", ").sort() : [Number(least), Number(greatest)],
  ]);
  const checked = Object.entries(valueRanges).map(([field, [least, greatest]]) => [
    field,
    enumerations[field]?.toSorted() ?? [least, greatest],
  ]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(checked));
});

test("the units are those of the server's messages", () => {
  const units: Readonly<Record<string, string>> = {
    度: "degrees",
    "度 × 10⁷": "degrees × 10⁷",
    米: "m",
    "米/秒": "m/s",
    秒: "s",
    "%": "%",
  };
  const rows = readTable("| field | least | greatest | unit | what it is, and if it is not known |");
  expect(rows.map(([field, , , unit]) => [field, unit])).toEqual(
    Object.entries(valueRanges).map(([field, [, , unit]]) => [field, units[unit] ?? ""]),
  );
});

test("every field that the call accepts is in one of the two tables", () => {
  const rows = [
    ...readTable("| field | type | what it is |"),
    ...readTable("| field | least | greatest | unit | what it is, and if it is not known |"),
  ];
  expect(rows.map(([field]) => field).sort()).toEqual(Object.keys(ingestSample.shape).sort());
});

test("every reason is in the table", () => {
  const rows = readTable("| reason | what was wrong | what to do |");
  expect(rows.map(([reason]) => reason).sort()).toEqual([...rejectionReasons].sort());
});

test("the test vector has the signature that follows from its secret, time, nonce and body", () => {
  const vector = Object.fromEntries(readTable("| | |").map(([name = "", value = ""]) => [name, value]));
  const text = `POST\n/iapi/telemetry\n${vector["X-Timestamp"]}\n${vector["X-Nonce"]}\n${vector["body"]}`;
  const signature = createHmac("sha256", vector["secret"] ?? "")
    .update(text)
    .digest("hex");
  expect(vector["X-Signature"]).toBe(signature);
  expect(telemetryCalls.telemetryIngest.body.safeParse(JSON.parse(vector["body"] ?? "")).success).toBe(true);
});
