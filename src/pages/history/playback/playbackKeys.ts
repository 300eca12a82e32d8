import * as word from "../../../../adapters/contract/words.ts";
import { getNextRate } from "../../../../machines/playbackClock.ts";
import type { PlaybackEvent, PlaybackRate } from "../../../../machines/playbackPort.ts";

/** What the keys do, for the help. */
export const keyHelp: readonly (readonly [keys: string, effect: string])[] = [
  ["空格", "播放、暂停"],
  ["K", word.pause],
  ["L", "播放；正在播放时加速一档"],
  ["J", "减速一档"],
  ["← / →", "后退、前进 5 秒"],
  ["Shift + ← / →", "后退、前进 1 秒"],
  ["， / 。", "上一个、下一个采样点"],
  ["N", "到下一次飞行"],
  ["Home / End", "到开头、到结尾"],
];

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

interface KeyContext {
  readonly isPlaying: boolean;
  readonly rate: PlaybackRate;
}

const stepMs = 5_000;
const fineStepMs = 1_000;

/** What a key means: an event of the machine, a step by one sample, a jump to the next flight, or nothing. */
export function toKeyAction(
  { key, shiftKey }: PressedKey,
  { isPlaying, rate }: KeyContext,
):
  | PlaybackEvent
  | { readonly type: "sample.step"; readonly by: 1 | -1 }
  | { readonly type: "flight.next" }
  | null {
  const ms = shiftKey ? fineStepMs : stepMs;
  switch (key.toLowerCase()) {
    case " ":
      return { type: "player.toggle" };
    case "k":
      return { type: "player.pause" };
    case "l":
      return isPlaying ? { type: "rate.choose", rate: getNextRate(rate, 1) } : { type: "player.play" };
    case "j":
      return { type: "rate.choose", rate: getNextRate(rate, -1) };
    case "arrowleft":
      return { type: "time.step", ms: -ms };
    case "arrowright":
      return { type: "time.step", ms };
    case ",":
    case "，":
      return { type: "sample.step", by: -1 };
    case ".":
    case "。":
      return { type: "sample.step", by: 1 };
    case "n":
      return { type: "flight.next" };
    case "home":
      return { type: "time.home" };
    case "end":
      return { type: "time.end" };
    default:
      return null;
  }
}
