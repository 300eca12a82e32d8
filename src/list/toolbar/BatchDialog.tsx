import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import type { AnyRow, BatchAction } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import type { ListActor } from "../page/listActor.ts";
import { DictionarySelect } from "../pickers/DictionarySelect.tsx";
import { BatchReceipt } from "./BatchReceipt.tsx";

interface Props {
  readonly plan: ListPlan;
  readonly actor: ListActor;
  readonly action: BatchAction<AnyRow>;
  readonly onClose: () => void;
}

/** A batch action: what it will do to how many, then what became of each. */
export function BatchDialog({ plan, actor, action, onClose }: Props) {
  const acting = useSelector(actor, (snapshot) => snapshot.hasTag("acting"));
  const receipt = useSelector(actor, ({ context }) => context.receipt);
  const order = useSelector(actor, ({ context }) => context.order);
  const close = () => {
    actor.send({ type: "receipt.close" });
    onClose();
  };
  return (
    <Dialog opened onClose={acting ? () => undefined : close} withCloseButton={!acting} title={action.label}>
      {acting ? (
        <Group role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">正在处理 {order?.rows.length ?? 0} 条，请稍候</Text>
        </Group>
      ) : receipt ? (
        <BatchReceipt
          receipt={receipt}
          titleOf={(id) => {
            const row = order?.rows.find((one) => one.id === id);
            return row ? plan.titleOf(row) : id;
          }}
          onRetry={() => actor.send({ type: "act.retry" })}
          onClose={close}
        />
      ) : (
        <BatchQuestion action={action} actor={actor} onClose={close} />
      )}
    </Dialog>
  );
}

interface QuestionProps {
  readonly action: BatchAction<AnyRow>;
  readonly actor: ListActor;
  readonly onClose: () => void;
}

function BatchQuestion({ action, actor, onClose }: QuestionProps) {
  const rows = useSelector(actor, ({ context }) => context.selected);
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const missing = action.reasons !== undefined && reason === "";
  const submit = () => {
    setAsked(true);
    if (!missing) actor.send({ type: "act.submit", action: action.name, rows, values: reason });
  };
  return (
    <Stack>
      <Text size="sm">{action.consequence(rows)}</Text>
      {action.reasons !== undefined && (
        <DictionarySelect
          of={action.reasons}
          label="原因"
          withAsterisk
          value={reason}
          onChange={setReason}
          error={asked && missing ? "请选择原因" : null}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          取消
        </Button>
        <Button {...(action.destructive ? { color: "red" } : {})} onClick={submit}>
          确定
        </Button>
      </Group>
    </Stack>
  );
}
