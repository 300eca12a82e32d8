import type * as z from "zod/mini";
import { accessKeyCalls } from "../contract/accessKey.ts";
import { boxCalls } from "../contract/box.ts";
import type { EndpointArgs } from "../contract/endpoint.ts";
import { logoCalls } from "../contract/logo.ts";
import { loginResult } from "../contract/session.ts";
import { statisticsCalls } from "../contract/statistics.ts";
import { taskCalls } from "../contract/task.ts";
import { templateCalls } from "../contract/template.ts";
import { videoCalls } from "../contract/video.ts";
import { toLoginShape, withRoleNames } from "./foreignLogin.ts";
import { toStatisticsShape } from "./foreignSeries.ts";
import { isObject, toAskedPage, toPageShape } from "./foreignShapes.ts";
import { toChannelRows, toHeatRows } from "./foreignShares.ts";
import { toTrackShape } from "./foreignTrack.ts";
import { toPulledShape } from "./foreignVideo.ts";

// Calls whose answers need more than their schema to be read.

type Schema = z.ZodMiniType | z.core.$ZodType;

/** Calls that are sent for one text of the answer: without it nothing was gained, and nothing can go on. */
const purposes = [
  [logoCalls.logoUpload, "url"],
  [boxCalls.createBoxMac, "mac"],
  [accessKeyCalls.accessKeyCreate, "secret"],
] as const;

/** Whether what a call is sent for is missing. */
export const lacksPurpose = (schema: Schema, result: unknown): boolean =>
  purposes.some(
    ([{ data }, name]) => schema === (data as Schema) && (!isObject(result) || result[name] === ""),
  );

const countedThings = [
  [statisticsCalls.statisticsCompany, "company"],
  [statisticsCalls.statisticsOrder, "order"],
  [statisticsCalls.statisticsTask, "task"],
] as const;

/**
 * The data of calls that others answer in quite another shape.
 * @param args what the call was sent with
 * @param headerToken see `toLoginShape`
 */
export function toContractShape(
  schema: Schema,
  data: unknown,
  args: object,
  headerToken: string | null,
): unknown {
  if (schema === (loginResult as Schema)) return toLoginShape(data, headerToken);
  if (schema === (templateCalls.templateUserInfo.data as Schema) && isObject(data))
    return withRoleNames(data);
  const thing = countedThings.find(([calls]) => schema === (calls.data as Schema))?.[1];
  if (thing) return toStatisticsShape(data, args, thing);
  if (schema === (statisticsCalls.statisticsChannel.data as Schema)) return toChannelRows(data);
  if (schema === (statisticsCalls.statisticsHeat.data as Schema)) return toHeatRows(data);
  if (schema === (videoCalls.mediaPull.data as Schema)) return toPulledShape(data, args);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object" && "list" in def.shape && "pageNo" in def.shape)
    return toAskedPage(toPageShape(data), args);
  if (schema !== (taskCalls.taskTrack.data as Schema)) return data;
  const { params, query } = args as Partial<EndpointArgs<typeof taskCalls.taskTrack>>;
  return toTrackShape(data, params?.id ?? "", query?.flightId ?? params?.id ?? "");
}
