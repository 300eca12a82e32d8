import { escapeXml } from "../../escapeXml.ts";
import { readSamples, type TrackSample } from "./storedTrack.ts";
import { type ExportedFlight, formatDegrees, formatUtc, joinLines, type TrackWriter } from "./trackWriter.ts";

const heightNote =
  "ele 与 ac:hEll 为 WGS-84 椭球高，ac:hRel 为相对起飞点高度，ac:hAgl 为离地高度，单位米；没有的数值不写";

/** GPX 1.1: a track for each flight, a segment for each part without a gap. */
export const gpxWriter: TrackWriter = {
  contentType: "application/gpx+xml",
  extension: ".gpx",
  writeHead: (title, notes) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<gpx version="1.1" creator="Aerial Console" xmlns="http://www.topografix.com/GPX/1/1"' +
        ' xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:ac="urn:aerial-console:track:1">',
      `<metadata><name>${escapeXml(title)}</name><desc>${escapeXml([heightNote, ...notes].join("。"))}</desc></metadata>`,
      "",
    ].join("\n"),
  writeFlight: (flight) => joinLines(writeTrack(flight)),
  writeTail: () => "</gpx>\n",
};

function* writeTrack({ flightNo, name, companyName, droneSn, droneModel, track }: ExportedFlight) {
  const description = [name, companyName, droneModel, droneSn].filter((part) => part !== "").join("，");
  yield `<trk><name>${escapeXml(flightNo)}</name><desc>${escapeXml(description)}</desc>`;
  let isOpen = false;
  for (const sample of readSamples(track)) {
    if (isOpen && sample.isAfterGap) yield "</trkseg>";
    if (!isOpen || sample.isAfterGap) yield "<trkseg>";
    isOpen = true;
    yield writePoint(sample);
  }
  if (isOpen) yield "</trkseg>";
  yield "</trk>";
}

/** An element, or nothing where the value is unknown. */
const element = (name: string, value: string | number | null): string =>
  value === null ? "" : `<${name}>${value}</${name}>`;

/** The kinds of fix that GPX knows; the exact one is in the extensions. */
const gpxFixes = { none: "none", "2d": "2d", "3d": "3d", float: "dgps", fixed: "dgps" } as const;

function writePoint(sample: TrackSample): string {
  const garmin = element("gpxtpx:speed", sample.speed) + element("gpxtpx:course", sample.heading);
  const extensions = [
    garmin && `<gpxtpx:TrackPointExtension>${garmin}</gpxtpx:TrackPointExtension>`,
    element("ac:hEll", sample.hEll),
    element("ac:hRel", sample.hRel),
    element("ac:hAgl", sample.hAgl),
    element("ac:climb", sample.climb),
    element("ac:battery", sample.battery),
    element("ac:phase", sample.phase),
    element("ac:fix", sample.fix),
  ].join("");
  return [
    `<trkpt lat="${formatDegrees(sample.latE7)}" lon="${formatDegrees(sample.lonE7)}">`,
    element("ele", sample.hEll),
    element("time", formatUtc(sample.atMs)),
    element("fix", sample.fix && gpxFixes[sample.fix]),
    element("sat", sample.sats),
    extensions && `<extensions>${extensions}</extensions>`,
    "</trkpt>",
  ].join("");
}
