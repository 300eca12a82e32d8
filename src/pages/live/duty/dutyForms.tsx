import { dutyCalls, type ShiftRow, spokenOrder } from "../../../../adapters/contract/duty.ts";
import { dutyScope, wholeScope } from "../../../../adapters/contract/dutyScope.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { type ZoneRow, zoneCalls } from "../../../../adapters/contract/zone.ts";
import type { Client } from "../../../../adapters/http/client.ts";
import { actionForm } from "../../../list/form/actionForm.ts";
import { FieldFallback } from "../../../list/form/FieldFallback.tsx";
import { lazyComponent } from "../../../loading/lazyComponent.tsx";
import { checkScope, toScopeChoice, toTaken } from "./scopeValues.ts";
import { type Briefing, TakeoverBriefing } from "./TakeoverBriefing.tsx";

const DeskField = lazyComponent(async () => (await import("./DeskField.tsx")).DeskField, FieldFallback);
const ScopeField = lazyComponent(
  async () => (await import("../../../list/pickers/ScopeField.tsx")).ScopeField,
  FieldFallback,
);

const shiftMs = 12 * 3_600_000;
const maxZones = 200;

/** Reads what the incoming officer has to know besides the alarms, which the console has anyway. */
export async function loadBriefing(client: Client, now: number): Promise<Briefing> {
  const readZones = client.call(
    zoneCalls.controlZoneListPage,
    { body: { pageNo: 1, pageSize: maxZones, status: "active" } },
    { quiet: true },
  );
  const [duty, zones] = await Promise.all([
    client.call(dutyCalls.dutyCurrent, {}),
    // The dialog says that they are missing: nothing but the shift may hinder a takeover.
    readZones.then(({ list }) => list).catch(() => null),
  ]);
  const startsInShift = ({ from }: ZoneRow) => {
    const at = from === null ? Number.NaN : Date.parse(from);
    return at > now && at <= now + shiftMs;
  };
  return { id: duty.shifts[0]?.id ?? "none", ...duty, zones: zones?.filter(startsInShift) ?? null };
}

/** Taking over. Open alarms never hinder it; they stay in the list to be acknowledged. */
export const takeoverForm = actionForm({
  name: "duty-takeover",
  title: () => word.startShift,
  call: dutyCalls.dutyTakeover,
  submitLabel: word.startShift,
  consequence: (briefing: Briefing) => <TakeoverBriefing briefing={briefing} />,
  getInitialValues: ({ shifts: [shift], shifts }) => ({
    desk: { shifts, taken: shift?.id ?? null },
    scope: shift?.scope ?? wholeScope,
  }),
  schemas: { scope: dutyScope },
  checks: { scope: (_briefing, { scope }) => checkScope(scope) },
  fields: [
    { kind: "custom", name: "desk", label: "席位", control: DeskField, wide: true },
    { kind: "custom", name: "scope", label: word.dutyScope, control: ScopeField, wide: true },
    {
      name: "leaderPhone",
      label: "带班负责人手机",
      kind: "text",
      hint: "P1 告警 3 分钟无人确认时发短信到这个号码，不填则发给您本人",
      wide: true,
    },
    {
      name: "note",
      label: "交班说明",
      kind: "longText",
      hint: "交班人交代的事项，写入值班日志",
      wide: true,
    },
  ],
  args: ({ shifts }, { desk, scope, leaderPhone, note }, requestId) => ({
    body: {
      requestId,
      shiftId: toTaken(desk),
      ...(shifts.length > 0 && toTaken(desk) === null ? { beside: true } : {}),
      scope: toScopeChoice(scope),
      leaderPhone,
      note,
    },
  }),
});

/** What the own desk watches from now on. */
export const scopeForm = actionForm({
  name: "duty-scope",
  title: () => "调整值守范围",
  call: dutyCalls.dutyScopeChange,
  submitLabel: "调整",
  consequence: () => "告警的列表、计数和声音从此按新的范围；没有席位值守的告警和飞行按「无人值守」告警。",
  getInitialValues: ({ scope }: ShiftRow) => ({ scope }),
  schemas: { scope: dutyScope },
  checks: { scope: (_shift, { scope }) => checkScope(scope) },
  fields: [{ kind: "custom", name: "scope", label: word.dutyScope, control: ScopeField, wide: true }],
  args: ({ id, version }, { scope }, requestId) => ({
    body: { requestId, id, version, scope: toScopeChoice(scope) },
  }),
});

export const leaveForm = actionForm({
  name: "duty-leave",
  title: () => word.leave,
  call: dutyCalls.dutyLeave,
  submitLabel: word.leave,
  destructive: true,
  consequence: () =>
    "离岗后您的席位结束，没有其他席位值守的飞行和告警会产生「无人值守」告警。有人接替时请由对方点「接班」。",
  fields: [{ name: "note", label: "留给下一班的话", kind: "longText", wide: true }],
  args: ({ id, version }: ShiftRow, { note }, requestId) => ({ body: { requestId, id, version, note } }),
});

export const noteForm = actionForm({
  name: "duty-note",
  title: () => word.addNote,
  call: dutyCalls.dutyNote,
  submitLabel: "记下",
  fields: [{ name: "text", label: word.content, kind: "longText", wide: true }],
  args: (_row: { readonly id: string }, { text }, requestId) => ({ body: { requestId, text } }),
});

/** Whom and what a spoken order is about. */
export interface OrderSubject {
  readonly id: string;
  readonly taskName: string;
  readonly pilotName: string;
  readonly alarmId: string | null;
}

const createOrderForm = (name: string) =>
  actionForm({
    name,
    title: ({ taskName }: OrderSubject) => `登记口头指令：${taskName}`,
    call: dutyCalls.dutyOrder,
    submitLabel: word.register,
    consequence: () =>
      "只登记您用电话或对讲说了什么，本平台不下发飞控指令。登记后平台核对无人机是否照做，60 秒未见执行会提示。",
    getInitialValues: ({ pilotName }) => ({ toWhom: pilotName }),
    fields: [
      { name: "spokenOrder", label: "指令", kind: "select", dictionary: spokenOrder },
      { name: "toWhom", label: "对谁说", kind: "text", placeholder: "例如：飞手李雷" },
    ],
    args: ({ id, alarmId }, values, requestId) => ({
      body: {
        requestId,
        taskId: id,
        ...(alarmId === null ? {} : { alarmId }),
        spokenOrder: spokenOrder.schema.parse(values.spokenOrder),
        toWhom: values.toWhom,
      },
    }),
  });

/** Noted at a task and at an alarm. Both may be shown for one flight, and each opens a dialog of its own. */
export const taskOrderForm = createOrderForm("duty-task-order");
export const alarmOrderForm = createOrderForm("duty-alarm-order");
