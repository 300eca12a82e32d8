import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import { selectActs } from "../canCall.ts";
import { createFormHandle } from "../form/createFormHandle.ts";
import { FormHost } from "../form/FormHost.tsx";
import type { AnyRow, RowAction } from "../listDefinition.ts";
import { type AvailableAction, availableActions } from "../table/availableActions.ts";
import { RowMenu } from "../table/RowActions.tsx";

/** More of them are under 更多. */
const maxButtons = 6;

interface Props<R extends AnyRow> {
  readonly row: R;
  readonly actions: readonly RowAction<R>[];
  /** The record is to be read again: it was changed, or may have been. */
  readonly onChanged: () => void;
}

/** The actions of a record on a page of its own as buttons of its group, with their forms and dialogs. */
export function RecordActions<R extends AnyRow>({ row, onChanged, ...props }: Props<R>) {
  const pageApi = usePageApi();
  const scope = usePageScope();
  const navigate = useNavigate();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [openAction, setOpenAction] = useState<RowAction<AnyRow> | null>(null);
  const { user, toast } = pageApi;
  const actions = useMemo(
    // An action only ever receives this record.
    () => selectActs(pageApi, props.actions as unknown as readonly RowAction<AnyRow>[]),
    [props.actions, pageApi],
  );
  const listener = { onSaved: onChanged, onUncertain: onChanged };
  const forms = actions.flatMap((action) =>
    "form" in action ? [[action.name, createFormHandle(action.form, scope, pageApi, listener)] as const] : [],
  );
  const { inline, more } = availableActions(actions, row, user.id, maxButtons);
  const run = ({ action, refusal }: AvailableAction) => {
    setMenuOpen(false);
    if (refusal !== null) toast.warning(refusal);
    else if ("to" in action) void navigate(action.to(row));
    else if ("form" in action) new Map(forms).get(action.name)?.open(row);
    else setOpenAction(action);
  };
  const Dialog = openAction && "dialog" in openAction ? openAction.dialog : null;
  const opener = (
    <Button
      variant="default"
      size="compact-sm"
      aria-haspopup="menu"
      aria-expanded={isMenuOpen}
      rightSection={<IconChevronDown size={15} />}
      onClick={() => setMenuOpen(!isMenuOpen)}
    >
      {word.showMore}
    </Button>
  );
  return (
    <>
      {inline.map((item) => (
        <Button
          key={item.action.name}
          size="compact-sm"
          variant="default"
          {...(item.destructive && item.refusal === null ? { c: "var(--mantine-color-error)" } : {})}
          {...(item.refusal === null
            ? {}
            : { "data-disabled": true, "aria-disabled": true, title: item.refusal })}
          onClick={() => run(item)}
        >
          {item.label}
        </Button>
      ))}
      {more.length > 0 &&
        (isMenuOpen ? (
          <RowMenu opener={opener} items={more} onAction={run} onClose={() => setMenuOpen(false)} />
        ) : (
          opener
        ))}
      {forms.map(([name, form]) => (
        <FormHost key={name} form={form} />
      ))}
      {Dialog && (
        <Dialog
          row={row}
          rows={[row]}
          onOpen={() => undefined}
          onClose={() => setOpenAction(null)}
          onOutdated={onChanged}
          onDone={(message) => {
            if (message) toast.success(message);
            setOpenAction(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}
