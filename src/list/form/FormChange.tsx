import { useSelector } from "@xstate/react";
import { type ListAgePort, listAgeMachine } from "../../../machines/listAge.machine.ts";
import { onRecordChanged } from "../../pageApi/onRecordsChanged.ts";
import type { PageSocket } from "../../pageApi/pageSocket.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { RecordChange } from "../age/RecordChange.tsx";
import type { EditActor, FormInstance } from "./createFormHandle.ts";
import classes from "./FormBody.module.css";

/** Says above an open form that somebody has changed its record meanwhile. */
export function FormChange({ form: { config, actor } }: { readonly form: FormInstance }) {
  const { socket } = usePageApi();
  const age = usePageScope().actor(`age.form.${config.name}`, () =>
    listAgeMachine(createPort(actor, socket)),
  );
  const row = useSelector(actor, ({ context }) => context.row);
  // The own change is told before the answer to it.
  const isSaving = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  if (row === null || isSaving) return null;
  return (
    <div className={classes["change"]}>
      <RecordChange age={age} id={row.id} hint="您填写的内容保留，提交时按最新的记录核对" />
    </div>
  );
}

/** Watches the record of the form since it was opened with it. */
const createPort = (form: EditActor, socket: PageSocket): ListAgePort => ({
  now: Date.now,
  jitter: () => 0,
  reread: () => undefined,
  watch: (report) => {
    report({ type: "rows.hold" });
    let row: ReturnType<typeof readRow> = null;
    let stopChanges = () => {};
    const watchRow = () => {
      const current = readRow(form);
      if (current === row) return;
      row = current;
      stopChanges();
      stopChanges = () => {};
      report({ type: "load.start" });
      report({ type: "load.done" });
      if (row === null) return;
      const { id } = row;
      stopChanges = onRecordChanged(
        socket,
        () => id,
        (cause) =>
          report({ type: "records.change", ids: cause && [id], ...(cause && { causes: { [id]: cause } }) }),
      );
    };
    const subscription = form.subscribe(watchRow);
    watchRow();
    return () => {
      subscription.unsubscribe();
      stopChanges();
    };
  },
});

const readRow = (form: EditActor) => form.getSnapshot().context.row;
