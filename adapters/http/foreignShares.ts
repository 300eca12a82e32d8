import { toNumber } from "../contract/foreignNumbers.ts";
import { isList, isObject } from "./foreignShapes.ts";

// Statistics of other platforms that are no series: numbers by channel, places with a number.

/** Channels with their names; what a number beside a name alone counts is not known. */
export function toChannelRows(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(toChannelRow);
  const isByName =
    isObject(data) && Object.values(data).every((value) => toNumber(value) !== null) && !("total" in data);
  return isByName ? Object.keys(data).map((name) => ({ name })) : data;
}

function toChannelRow(row: unknown): unknown {
  if (isList(row)) {
    const [name] = row;
    return { name };
  }
  if (!isObject(row)) return row;
  const { id, name, channelId, channelName, channel } = row;
  return { ...row, channelId: channelId ?? id, name: name ?? channelName ?? channel };
}

/** Places with their number, which may be lists of three. */
export const toHeatRows = (data: unknown): unknown => (Array.isArray(data) ? data.map(toHeatRow) : data);

function toHeatRow(row: unknown): unknown {
  if (isList(row)) {
    const [lng, lat, count] = row;
    return { lng, lat, count };
  }
  if (!isObject(row)) return row;
  const { count, value, num, weight } = row;
  return { ...row, count: count ?? value ?? num ?? weight };
}
