import { lookUp } from "../../../../adapters/contract/lookUp.ts";
import { taskCalls } from "../../../../adapters/contract/task.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { getListNotices } from "../../../../adapters/http/listNotices.ts";
import { type ErrorInfo, toErrorInfo } from "../../../../machines/errorInfo.ts";
import { playbackMachine } from "../../../../machines/playback.machine.ts";
import type { FlightLoad, PlaybackPort } from "../../../../machines/playbackPort.ts";
import { toCallError } from "../../../list/toCallError.ts";
import { loadAlarmsOrToast } from "../../../live/alarms/loadAlarms.ts";
import { parseFlightKey } from "../../../live/playbackAddress.ts";
import { createMapViewState, type MapViewState } from "../../../map/mapViewState.ts";
import type { PageApi } from "../../../pageApi/usePageApi.ts";
import type { PageScope } from "../../../pageApi/usePageScope.ts";
import { withListedFlight } from "../withListedFlight.ts";
import { createMediaClock, type MediaClock } from "./mediaClock.ts";
import { type PlaybackActor, type PlayedFlight, toPlayedFlight } from "./playedFlight.ts";

/** The services of the playback, which outlive its component. */
export interface PlaybackServices {
  readonly actor: PlaybackActor;
  readonly clock: MediaClock;
  readonly viewState: MapViewState;
}

/** A track of three hours weighs 0.4 MB: with more at once, the last ones would exceed a call's 5 s. */
const parallelLoads = 4;

/** Loads one flight; a failure is stored with the flight, so that the others play. */
async function loadFlight(
  { client, config }: Pick<PageApi, "client" | "config">,
  key: string,
  signal: AbortSignal,
): Promise<FlightLoad<PlayedFlight>> {
  const ref = parseFlightKey(key);
  if (!ref) return { key, error: toErrorInfo({ kind: "unknownFlight", message: "" }) };
  try {
    const args = { params: { id: ref.taskId }, query: { flightId: ref.flightId } };
    const [answer, alarms] = await Promise.all([
      client.call(taskCalls.taskTrack, args, { signal, quiet: true }),
      config.extensions ? loadAlarmsOrToast(client, ref, signal) : [],
    ]);
    const whole = config.extensions ? answer : await withListedFlight(client, ref, answer, signal);
    const flight = toPlayedFlight(ref, whole, alarms);
    const [notice = ""] = getListNotices(answer);
    return typeof flight === "string"
      ? { key, error: toErrorInfo({ kind: notice ? "refused" : flight, message: notice }) }
      : { key, track: flight };
  } catch (error) {
    return { key, error: toErrorInfo(toCallError(error)) };
  }
}

function createPort(pageApi: Pick<PageApi, "client" | "config">): PlaybackPort<PlayedFlight> {
  return {
    now: () => performance.now(),
    async load(keys, signal) {
      const loads: FlightLoad<PlayedFlight>[] = [];
      const waiting = [...keys];
      const work = async () => {
        for (let key = waiting.shift(); key !== undefined; key = waiting.shift())
          loads.push(await loadFlight(pageApi, key, signal));
      };
      await Promise.all(Array.from({ length: parallelLoads }, work));
      return loads;
    },
  };
}

/** Returns the page scope's playback; creates it at the first call. */
export function getPlaybackServices(
  scope: PageScope,
  pageApi: Pick<PageApi, "client" | "config">,
): PlaybackServices {
  return scope.value("playback", () => {
    const port = createPort(pageApi);
    const actor: PlaybackActor = scope.actor("playback", () => playbackMachine(port));
    return { actor, clock: createMediaClock(actor, port.now), viewState: createMapViewState() };
  });
}

/** Whether loading again can help. */
export const canRetry = ({ kind }: Pick<ErrorInfo, "kind">): boolean =>
  !["unknownFlight", "noTrack", "damagedTrack", "refused", "notFound", "forbidden"].includes(kind);

const failureTexts: Readonly<Record<string, string>> = {
  unknownFlight: "没有这次飞行，链接可能不完整，或记录已被删除。",
  noTrack: "这次飞行没有航迹：没有收到过它的位置。",
  damagedTrack: "航迹数据已损坏，无法读取，请联系管理员。",
  notFound: "没有这次飞行，链接可能不完整，或记录已被删除。",
  forbidden: "您没有查看这次飞行的权限，请联系管理员。",
  offline: word.offline,
  timeout: "服务器没有及时响应，请稍后重试。",
  unavailable: word.unavailable,
  tooMany: "操作过于频繁，请稍后再试。",
};

/** Says why a flight cannot be played, and what to do. */
export const formatFailure = ({ kind, message }: Pick<ErrorInfo, "kind" | "message">): string =>
  lookUp(failureTexts, kind) ?? (message === "" ? "航迹没有加载出来，请重试。" : message);
