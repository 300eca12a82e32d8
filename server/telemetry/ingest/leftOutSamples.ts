import type { LeftOut } from "../../http/leaveOut.ts";
import { sampleFields } from "../fleet/sampleColumns.ts";
import type { LiveService } from "../liveService.ts";
import type { RefusedSample } from "./ingestDeviceSamples.ts";

interface Sender {
  readonly companyId: string;
  readonly via: "http";
}

/** Counts samples of another form than the call's for the drones that fly: duty is told of those that send nothing else. */
export function noteLeftOut(
  { registry, ingestStatus, samples }: Pick<LiveService, "registry" | "ingestStatus" | "samples">,
  sender: Sender,
  at: number,
  leftOut: readonly LeftOut[],
): void {
  if (leftOut.length === 0) return;
  samples.addRejected("malformed", leftOut.length);
  ingestStatus.addInvalidBody(
    sender.companyId,
    at,
    leftOut.map((one) => ({ path: `samples.${one.at}.${one.issue.path}`, message: one.issue.message })),
  );
  const judged = leftOut.flatMap(({ sent, issue: { path } }) => {
    const droneSn = readDroneSn(sent);
    const companyId = registry.getByDrone(droneSn)?.task.companyId;
    if (companyId !== sender.companyId) return [];
    const field = sampleFields.find((name) => name === path) ?? null;
    return [
      {
        sample: { droneSn, seq: 0, tSrc: Number.NaN },
        companyId,
        rejection: { reason: "malformed" as const, field },
      },
    ];
  });
  ingestStatus.addSamples(sender, at, judged);
}

/** The serial number in a sample of whatever form; empty where there is none. */
export const readDroneSn = (sent: unknown): string =>
  typeof sent === "object" && sent !== null && "droneSn" in sent && typeof sent.droneSn === "string"
    ? sent.droneSn
    : "";

/** The refusals of a call by their places in the list that was sent. */
export function withLeftOut(
  rejected: readonly RefusedSample[],
  leftOut: readonly LeftOut[],
): RefusedSample[] {
  if (leftOut.length === 0) return [...rejected];
  const out = new Set(leftOut.map(({ at }) => at));
  const toSentAt = createPlaces(out);
  return [
    ...rejected.map((one) => ({ ...one, at: toSentAt(one.at) })),
    ...leftOut.map(({ at, issue: { path, message } }) => ({
      at,
      reason: "malformed" as const,
      field: path === "" ? null : path,
      expected: message,
    })),
  ].sort((a, b) => a.at - b.at);
}

/** @returns the place in the whole list of the n-th element that was kept */
function createPlaces(out: ReadonlySet<number>): (kept: number) => number {
  const places: number[] = [];
  return (kept) => {
    for (let at = (places.at(-1) ?? -1) + 1; places.length <= kept; at++) if (!out.has(at)) places.push(at);
    return places[kept] ?? kept;
  };
}
