import { findShapeError } from "../../../adapters/contract/findShapeError.ts";
import { normalizeText } from "../../../adapters/contract/identity.ts";
import type { ZoneCrsName, ZoneImportReport } from "../../../adapters/contract/zoneEdit.ts";
import { decodeText } from "../decodeText.ts";
import { isZip, KmzError, unzipKml } from "../unzipKml.ts";
import { ZoneFileError } from "./foundShape.ts";
import { zoneCrsByName } from "./zoneCrs.ts";
import { readGeoJson } from "./zoneGeoJson.ts";
import { readKml } from "./zoneKml.ts";

/** Zones of one file. */
const maxZones = 2_000;
const maxNameLength = 40;
const maxKmlBytes = 10 * 1024 * 1024;

/**
 * Reads the polygons, lines and circles of a GeoJSON, KML or KMZ file. Lines become corridors; a GeoJSON point with a
 * `radius` in metres becomes a circle. Each shape of the file is a zone, or left out with a reason.
 * @param file its text, or the bytes of a file in any encoding
 * @param width whole width of corridors in metres, unless a GeoJSON feature has a `width`
 * @param crsName reference system of a file that names none
 * @throws ZoneFileError for a file that is none of these
 */
export function parseZoneFile(
  file: string | Uint8Array,
  width: number,
  crsName: ZoneCrsName = "wgs84",
): ZoneImportReport {
  const crs = zoneCrsByName[crsName];
  const source = typeof file === "string" ? file : readText(file);
  const isXml = /^[\uFEFF\s]*</.test(source);
  const found = isXml ? readKml(source, width, crs) : readGeoJson(source.replace(/^\uFEFF/, ""), width, crs);
  if (found.length === 0) throw new ZoneFileError("文件中没有任何图形");
  if (found.length > maxZones)
    throw new ZoneFileError(`文件中有 ${found.length} 个图形，一次最多导入 ${maxZones} 个，请拆分文件`);
  const notes: string[] = [];
  const report: ZoneImportReport = { zones: [], skipped: [], notes };
  for (const [n, { name, shape, note }] of found.entries()) {
    const label = toZoneName(name, n + 1);
    const reason = typeof shape === "string" ? shape : findShapeError(shape);
    if (typeof shape === "string" || reason !== null)
      report.skipped.push({ name: label, reason: reason ?? "" });
    else {
      report.zones.push({ name: label, shape });
      if (note !== null && !notes.includes(note)) notes.push(note);
    }
  }
  return report;
}

function readText(bytes: Uint8Array): string {
  try {
    return decodeText(isZip(bytes) ? unzipKml(bytes, maxKmlBytes) : bytes);
  } catch (error) {
    throw error instanceof KmzError ? new ZoneFileError(error.message) : error;
  }
}

/** A zone's name has at least two characters, none of which the database cannot store. */
function toZoneName(text: string, n: number): string {
  const name = normalizeText(text.toWellFormed().replace(/\p{Cc}+/gu, " "));
  if (name === "") return `导入区域 ${n}`;
  return name.length === 1 ? `区域 ${name}` : name.slice(0, maxNameLength);
}
