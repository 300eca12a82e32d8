import { expect, test } from "vitest";
import { passwordChangeMachine } from "../../machines/passwordChange.machine.ts";
import { socketMachine } from "../../machines/socket.machine.ts";
import { isActive, toStateBoxes } from "../../src/app/qa/toStateBoxes.ts";

test("boxes contain a state's calls and labelled transitions", () => {
  const { states } = toStateBoxes(passwordChangeMachine({} as never));
  expect(
    states.map(({ path, initial, final, invocations, transitions }) => ({
      path,
      initial,
      final,
      calls: invocations,
      transitions,
    })),
  ).toEqual([
    {
      path: "editing",
      initial: true,
      final: false,
      calls: [],
      transitions: [{ trigger: "form.submit", guard: "", target: "submitting" }],
    },
    {
      path: "submitting",
      initial: false,
      final: false,
      calls: ["change"],
      transitions: [
        { trigger: "change 返回", guard: "accepted", target: "done" },
        { trigger: "change 返回", guard: "", target: "refused" },
        { trigger: "change 失败", guard: "", target: "refused" },
      ],
    },
    {
      path: "refused",
      initial: false,
      final: false,
      calls: [],
      transitions: [{ trigger: "form.submit", guard: "", target: "submitting" }],
    },
    { path: "done", initial: false, final: true, calls: [], transitions: [] },
  ]);
});

test("boxes on the path to the active leaf are active", () => {
  const { states } = toStateBoxes(socketMachine({} as never));
  const active = ["live.online.beating"];
  const lit = (boxes: typeof states): string[] =>
    boxes.flatMap((box) => [...(isActive(box, active) ? [box.path] : []), ...lit(box.states)]);
  expect(lit(states)).toEqual(["live", "live.online", "live.online.beating"]);
  expect(states.find(({ path }) => path === "waiting")?.transitions).toEqual([
    { trigger: "connection.hurry", guard: "canHurry", target: "live" },
    { trigger: "session.end", guard: "", target: "closed" },
    { trigger: "reconnect 到时", guard: "", target: "live" },
  ]);
});
