import type { flightFileCalls } from "../../../adapters/contract/flightFile.ts";
import type { Handlers } from "../../call.ts";
import { flightExport } from "./flightExport.ts";
import { flightImport } from "./flightImport.ts";

/** Tracks as files: export and import. */
export const flightFileHandlers: Handlers<typeof flightFileCalls> = { flightExport, flightImport };
