import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import {
  dutyCalls,
  type SpokenOrderRow,
  spokenOrder,
  spokenOrderState,
  spokenOrdersMax,
} from "../../../../adapters/contract/duty.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { CallError } from "../../../../adapters/http/callError.ts";
import { canCall } from "../../../list/canCall.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { formatClock } from "../../../ui/format/formatTime.ts";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import classes from "./Duty.module.css";
import { alarmOrderForm, type OrderSubject, taskOrderForm } from "./dutyForms.tsx";

const intervalMs = 3_000;

/** What became of an order, with the time where it was executed. */
const formatState = ({ state, executedAt }: SpokenOrderRow): string =>
  executedAt === null
    ? spokenOrderState.label(state)
    : `${spokenOrderState.label(state)} ${formatClock(Date.parse(executedAt))}`;

/** The orders that were given by voice for one task, newest first, and the way to note another one. */
export function SpokenOrders({ subject }: { readonly subject: OrderSubject }) {
  const pageApi = usePageApi();
  const { client } = pageApi;
  const [orders, setOrders] = useState<readonly SpokenOrderRow[]>([]);
  const [round, setRound] = useState(0);
  const reload = () => setRound((count) => count + 1);
  const form = useForm(subject.alarmId === null ? taskOrderForm : alarmOrderForm, {
    onSaved: reload,
    onUncertain: reload,
  });
  const isWaiting = orders.some(({ state }) => state !== "executed");
  useEffect(() => {
    const controller = new AbortController();
    const load = () =>
      client
        .call(
          dutyCalls.dutyOrderList,
          { params: { taskId: subject.id } },
          { signal: controller.signal, quiet: true },
        )
        .then(setOrders, (error: unknown) => {
          // The page says itself that the connection is down.
          if (!(error instanceof CallError)) throw error;
        });
    void load();
    // Only an order that waits can change.
    const timer = isWaiting ? setInterval(() => void load(), intervalMs) : undefined;
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [client, subject.id, round, isWaiting]);
  const mayAct = canCall(dutyCalls.dutyOrder, pageApi);
  return (
    <div>
      {mayAct && (
        <Button size="compact-sm" variant="default" onClick={() => form.open(subject)}>
          登记口头指令
        </Button>
      )}
      {!mayAct && orders.length === 0 && <span>没有口头指令。</span>}
      <ul className={classes["orders"]} aria-label={word.spokenOrder}>
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              {formatClock(Date.parse(order.at))} {order.byName} 要求 {order.toWhom}{" "}
              <strong>{spokenOrder.label(order.spokenOrder)}</strong>
            </span>
            <StatusTag label={formatState(order)} color={spokenOrderState.tag(order.state).color} />
          </li>
        ))}
      </ul>
      {orders.length >= spokenOrdersMax && (
        <p>{`只显示最近 ${spokenOrdersMax} 条口头指令，更早的请在值班日志中查看。`}</p>
      )}
      <FormHost form={form} />
    </div>
  );
}
