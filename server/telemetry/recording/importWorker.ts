import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { buildImport } from "./buildImport.ts";
import { parseRecording } from "./formats/parseRecording.ts";
import { RecordingError } from "./formats/recordedFlight.ts";
import type { ImportReply, ImportRequest } from "./importProtocol.ts";

// Cast: the thread is started by `runImport` only.
const { fileName, filePath, zone, nowMs } = workerData as ImportRequest;

function answer(): ImportReply {
  try {
    return { built: buildImport(parseRecording(fileName, readFileSync(filePath), zone), nowMs) };
  } catch (error) {
    if (error instanceof RecordingError)
      return { fault: error.fault, told: error.told, message: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer());
