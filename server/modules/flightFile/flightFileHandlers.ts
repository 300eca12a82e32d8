import { and, eq } from "drizzle-orm";
import type { flightFileCalls, TrackFormat } from "../../../adapters/contract/flightFile.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handler, Handlers, PrepareCall, PreparedHandler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { flights } from "../../db/schema/flight.ts";
import { tasks } from "../../db/schema/task.ts";
import { RefusalError } from "../../errors.ts";
import { formatExportFileName } from "../../list/prepareExport.ts";
import { requireRecord } from "../../records/refusals.ts";
import { formatShanghaiTime } from "../../records/shanghaiDay.ts";
import { loadStoredTrack, type StoredTrack } from "../../telemetry/recording/storedTrack.ts";
import type { ExportedFlight, TrackWriter } from "../../telemetry/recording/trackWriter.ts";
import { csvWriter } from "../../telemetry/recording/writeCsv.ts";
import { gpxWriter } from "../../telemetry/recording/writeGpx.ts";
import { kmlWriter } from "../../telemetry/recording/writeKml.ts";
import { followAttachments } from "../task/flightHandlers.ts";
import { flightImport, flightImportDecide, flightImports } from "./flightImport.ts";

const writers: Readonly<Record<TrackFormat, TrackWriter>> = {
  gpx: gpxWriter,
  kml: kmlWriter,
  csv: csvWriter,
};

type FlightFacts = Omit<ExportedFlight, "track"> & {
  readonly flightId: string;
  /** As it is known of the flight, ms. */
  readonly clockOffsetMs: number | null;
};

/** Reads what a file contains about a flight. Refuses a flight that the task does not have. */
async function loadFlightFacts(
  db: Db,
  { taskId: givenId, flightId }: { readonly taskId: string; readonly flightId: string },
): Promise<FlightFacts> {
  const [taskId = givenId] = await followAttachments(db, [givenId]);
  const [found] = await db.select().from(tasks).where(eq(tasks.id, taskId));
  const task = requireRecord(found, word.task);
  const isFlightOfTask = and(eq(flights.id, flightId), eq(flights.taskId, taskId));
  const [flight] = await db
    .select({ flightNo: flights.flightNo, clockOffsetMs: flights.clockOffsetMs })
    .from(flights)
    .where(isFlightOfTask);
  const { flightNo, clockOffsetMs } = requireRecord(flight, word.flight);
  const { name, companyName, droneSn, droneModel } = task;
  return { flightId, clockOffsetMs, flightNo, name, companyName, droneSn, droneModel };
}

/** What a file does not hold of a flight, in a sentence each. */
function describeLeftOut({ flightNo }: FlightFacts, { damaged, samples }: StoredTrack): string[] {
  if (samples === 0 && damaged.length === 0) return [`飞行 ${flightNo} 没有航迹`];
  return damaged.map(({ fromMs, samples: lost }) => {
    const from = formatShanghaiTime(new Date(fromMs));
    return `飞行 ${flightNo} 自 ${from} 起约 ${lost} 个点的数据已损坏，未导出`;
  });
}

/** Notes in a header. */
const maxNotes = 5;

/** The file has them all; a header has room for a few. */
const shortenNotes = (notes: readonly string[]): string =>
  [...notes.slice(0, maxNotes), ...(notes.length > maxNotes ? [`共 ${notes.length} 处`] : [])].join("；");

function formatFileName(facts: readonly FlightFacts[], extension: string, now: Date): string {
  const [only] = facts;
  if (only && facts.length === 1) return `航迹_${only.flightNo}${extension}`;
  return formatExportFileName(`航迹_${facts.length}次飞行`, now, extension);
}

/** What was recorded of a flight under way is stored before it is read. */
async function storeOpenTracks({ live }: PrepareCall): Promise<void> {
  live.registry.persistTracks();
  await live.writes.flush();
}

/**
 * Exports tracks as a file. They are read twice: first to count them and find what is damaged, then flight by
 * flight while the file is sent, so that memory holds one track at most.
 */
export const flightExport: PreparedHandler<typeof flightFileCalls.flightExport> = {
  prepare: async ({ body: { flights: chosen, format } }, call) => {
    await storeOpenTracks(call);
    const facts: FlightFacts[] = [];
    for (const ref of chosen) {
      if (facts.some(({ flightId }) => flightId === ref.flightId)) continue;
      facts.push(await loadFlightFacts(call.db, ref));
    }
    let samples = 0;
    const notes: string[] = [];
    for (const flight of facts) {
      const track = await loadStoredTrack(call.db, flight.flightId, flight.clockOffsetMs);
      samples += track.samples;
      notes.push(...describeLeftOut(flight, track));
    }
    if (samples === 0) throw new RefusalError(`没有可以导出的航迹：${notes.join("；")}`);
    const writer = writers[format];
    return answerWith({ facts, samples, notes, writer, format });
  },
};

interface PreparedTracks {
  readonly facts: readonly FlightFacts[];
  readonly samples: number;
  readonly notes: readonly string[];
  readonly writer: TrackWriter;
  readonly format: TrackFormat;
}

const answerWith =
  ({ facts, samples, notes, writer, format }: PreparedTracks): Handler<typeof flightFileCalls.flightExport> =>
  async (_input, { audit, now, dbOutsideTransaction }) => {
    const flightNos = facts.map(({ flightNo }) => flightNo);
    audit({ entityId: null, after: { taskNo: flightNos.join("、"), format, rows: samples } });
    return {
      fileName: formatFileName(facts, writer.extension, now),
      contentType: writer.contentType,
      rows: samples,
      note: shortenNotes(notes),
      stream: encodeText(writeTracks(dbOutsideTransaction, { facts, notes, writer })),
    };
  };

async function* writeTracks(
  db: Db,
  { facts, notes, writer }: Pick<PreparedTracks, "facts" | "notes" | "writer">,
): AsyncGenerator<string> {
  yield writer.writeHead(`航迹 ${facts.map(({ flightNo }) => flightNo).join("、")}`, notes);
  for (const { flightId, clockOffsetMs, ...flight } of facts)
    yield* writer.writeFlight({ ...flight, track: await loadStoredTrack(db, flightId, clockOffsetMs) });
  yield writer.writeTail(notes);
}

async function* encodeText(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** Tracks as files: export and import. */
export const flightFileHandlers: Handlers<typeof flightFileCalls> = {
  flightExport,
  flightImport,
  flightImportDecide,
  flightImports,
};
