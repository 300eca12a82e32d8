import { expect, test } from "vitest";
import type { AlarmPriority } from "../../adapters/contract/alarm.ts";
import { alarmRuleDefaults, getInitialThresholds } from "../../adapters/contract/alarmThresholds.ts";
import { setupStage } from "./setupStage.ts";

/** Flies so many seconds at each of these heights. */
function fly(
  priority: AlarmPriority,
  heights: readonly { readonly hRel?: number; readonly hAgl?: number }[],
) {
  const { onDelayMs, offDelayMs } = alarmRuleDefaults.tooHigh;
  const { send, heard } = setupStage({
    rules: [
      {
        kind: "tooHigh",
        priority,
        thresholds: getInitialThresholds("tooHigh"),
        onDelayMs,
        offDelayMs,
        companyId: null,
        droneSn: "",
        status: "enabled",
      },
    ],
  });
  let second = 0;
  for (const height of heights)
    for (const until = second + 10; second < until; second++)
      send(second, { x: 0, y: 0, phase: "mission", fix: "3d", hAgl: null, ...height });
  return heard.map(({ what, priority: told }) => (told ? `${what} ${told}` : what));
}

test.each<[AlarmPriority, string]>([
  ["p1", "raise p2"],
  ["p2", "raise p3"],
  ["p3", "raise p4"],
  // There is nothing less urgent.
  ["p4", "raise p4"],
])(
  "超高 of a rule of %s by the height over take-off ends once the drone has come down",
  (priority, raised) => {
    expect(fly(priority, [{ hRel: 115 }, { hRel: 60 }])).toEqual([raised, "clear"]);
  },
);

test.each<AlarmPriority>(["p2", "p4"])(
  "超高 of a rule of %s over the ground stands while only the height over take-off is known",
  (priority) => {
    expect(fly(priority, [{ hAgl: 130 }, { hRel: 60 }])).toEqual([`raise ${priority}`]);
    expect(fly(priority, [{ hAgl: 130 }, { hRel: 60 }, { hAgl: 60 }])).toEqual([
      `raise ${priority}`,
      "clear",
    ]);
    // It was raised by the other height first.
    expect(fly(priority, [{ hRel: 119 }, { hAgl: 130 }, { hRel: 60 }]).at(-1)).toBe(`raise ${priority}`);
  },
);
