import type { Page } from "playwright-core";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import { createAlarm as createAnyAlarm } from "../../../alarms/createAlarm.ts";
import type { PathContext } from "../defineDriver.ts";
import type { PendingCalls } from "../holdCalls.ts";

export interface AlarmsPathContext extends PathContext {
  readonly open: PendingCalls;
  /** Calls of the acts, by their first word. */
  readonly acts: Readonly<Record<string, PendingCalls>>;
  /** Tones before the last step, and whether a P1 repeated then or a timer has fired since. */
  tones: number;
  isRepeating: boolean;
  hasTimerFired: boolean;
}

export const at = "2026-11-25T08:00:00.000Z";

export const places = { a: "101", b: "102", c: "103" } as const;
const kinds = { a: "batteryCritical", b: "lost", c: "delayed" } as const;

const withoutTask = {
  taskId: null,
  flightId: null,
  taskNo: "",
  taskName: "",
  companyId: null,
  companyName: "",
};

export const createAlarm = (
  id: keyof typeof places,
  priority: AlarmRow["priority"],
  state: AlarmRow["state"] = "active",
  version = 1,
): AlarmRow =>
  createAnyAlarm({
    id: places[id],
    version,
    kind: kinds[id],
    priority,
    state,
    droneSn: `SN${id}`,
    ...withoutTask,
    ...(state === "active" ? {} : { acknowledgedByName: "赵敏", acknowledgedAt: at }),
    clearedAt: state === "gone" ? at : null,
  });
export const getDock = ({ page }: PathContext) => page.getByRole("region", { name: "告警", exact: true });
export const getRow = (ctx: PathContext, id: keyof typeof places) =>
  getDock(ctx).locator(`[data-alarm="${places[id]}"]`);
export const getCard = (ctx: PathContext) => getDock(ctx).getByRole("article");
export const getBanner = ({ page }: PathContext) =>
  page.getByRole("alert").filter({ hasText: "P1 平台连接中断" });

declare global {
  interface Window {
    /** How many tones have been started. */
    countTones: number;
    /** Opens the sound, or not. */
    settleSound: (error?: string) => void;
    sound: AudioContext | undefined;
  }
}

/** Counts tones and holds the opening of the sound output until the test decides. */
export const holdSound = (page: Page) =>
  page.addInitScript(() => {
    window.countTones = 0;
    const { createOscillator, resume } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function () {
      window.countTones += 1;
      return createOscillator.call(this);
    };
    AudioContext.prototype.resume = function () {
      window.sound = this;
      return new Promise((resolve, reject) => {
        window.settleSound = (error) =>
          error === undefined
            ? void resume.call(this).then(resolve, reject)
            : reject(Object.assign(new Error(error), { kind: "unknown" }));
      });
    };
  });
export const countTones = ({ page }: PathContext) => page.evaluate(() => window.countTones);
