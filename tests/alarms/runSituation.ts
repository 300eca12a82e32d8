import type { FlightPlan } from "../../server/telemetry/alarms/flightFacts.ts";
import type { RuleZone } from "../../server/telemetry/alarms/zoneTable.ts";
import { box, createZone, type Heard, place, setupStage, t0 } from "./setupStage.ts";

/** What a drone tells unless a step says otherwise. */
const usual: Readonly<Record<string, string>> = {
  phase: "mission",
  fix: "3d",
  sats: "18",
  hAgl: "60",
  hRel: "60",
  hEll: "1060",
  vH: "30",
  batPct: "80",
  x: "0",
  y: "0",
};
const textFields = new Set(["phase", "fix", "modeReason"]);

/**
 * Plays a situation of `alarm.csv`: parts divided by `;`. A part that begins with a duration (`3s`) sends one sample a
 * second and ticks; its words are `field=value`, `-` is unknown, `a..b` goes evenly from a to b, `断` sends nothing,
 * `旁` puts another drone so many metres away, `高差` so much higher, `健康` is the device's level and `码` its codes. Other parts come
 * first: `区` a zone from 0 to 2,000 m east (or `宽` wide), and what is planned.
 */
export function runSituation(steps: string): readonly Heard[] {
  const parts = steps.split(";").map((part) => part.trim());
  const setup = parts.filter((part) => !/^\d+s/.test(part)).flatMap((part) => part.split(" "));
  const words = new Map(setup.map((word) => [word.split("=")[0] ?? "", word.split("=")[1] ?? ""]));
  const { stage, heard, send, tick } = setupStage({
    drones: 2,
    zones: toZones(words),
    plan: toPlan(words),
  });
  if (words.has("微型")) stage.setMicro(0);
  let second = 0;
  for (const part of parts.filter((text) => /^\d+s/.test(text))) {
    const [duration = "", ...fields] = part.split(" ");
    const seconds = Number.parseInt(duration, 10);
    for (let i = 1; i <= seconds; i++) {
      second += 1;
      playSecond(fields, second, seconds > 1 ? (i - 1) / (seconds - 1) : 1);
    }
  }
  return heard.filter(({ droneSn }) => droneSn === "SN0");

  function playSecond(fields: readonly string[], at: number, share: number) {
    if (!fields.includes("断")) {
      const told = {
        ...usual,
        ...Object.fromEntries(fields.map((field) => field.split("=") as [string, string])),
      };
      const read = (name: string) => readNumber(told[name], share);
      const sample = Object.fromEntries(
        Object.entries(told)
          .filter(([name, value]) => /^[a-zA-Z]+$/.test(name) && value !== "-")
          .map(([name, value]) => [name, textFields.has(name) ? value : readNumber(value, share)]),
      );
      send(at, sample);
      const beside = read("旁");
      if (beside !== undefined) {
        const higher = (read("hEll") ?? 0) + (read("高差") ?? 0);
        send(at, { ...sample, y: beside, hEll: higher }, 1);
      }
      if (told["健康"] !== undefined)
        stage.setHealth(0, read("健康") ?? null, told["码"]?.replaceAll("+", " ") ?? "hms_0x1");
    }
    tick(at + 0.5);
  }
}

/** Undefined where it is absent or unknown. */
function readNumber(text: string | undefined, share: number): number | undefined {
  if (text === undefined || text === "-") return undefined;
  const [from = 0, to = from] = text.split("..").map(Number);
  return from + (to - from) * share;
}

function toZones(words: ReadonlyMap<string, string>): RuleZone[] {
  const kind = words.get("区");
  if (kind === undefined) return [];
  return [
    createZone({
      // Seam: the table is written by hand with the kinds of zones.
      kind: kind as RuleZone["kind"],
      shape: box(0, -5_000, Number(words.get("宽") ?? 2_000), 5_000),
      ...(words.has("停用") ? { status: "disabled" } : {}),
      ...(words.has("未生效") ? { fromAt: new Date(t0 + 3_600_000) } : {}),
      ...(words.has("别家") ? { companyId: "2" } : {}),
    }),
  ];
}

function toPlan(words: ReadonlyMap<string, string>): Partial<FlightPlan> {
  const [from, to] = (words.get("批文") ?? "").split("..").map(Number);
  const toDate = (second: number | undefined) =>
    words.has("批文") && second !== undefined ? new Date(t0 + second * 1_000) : null;
  return {
    airspace: words.has("管制") ? "controlled" : "suitable",
    permitNo: words.has("批号") ? "空域批〔2026〕1号" : "",
    permitFrom: toDate(from),
    permitTo: toDate(to),
    permitCeiling: words.has("批高") ? Number(words.get("批高")) : null,
    route: words.has("航线")
      ? [
          [...place(-1_000, 0), 60],
          [...place(1_000, 0), 60],
        ]
      : [],
  };
}
