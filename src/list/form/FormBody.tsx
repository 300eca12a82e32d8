import { Alert, Button, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { RequestId } from "../../ui/RequestId.tsx";
import { changeField, changeFields } from "./changeField.ts";
import { DraftOffer } from "./DraftOffer.tsx";
import { FieldInput } from "./FieldInput.tsx";
import classes from "./FormBody.module.css";
import type { HostedForm } from "./formHandle.ts";
import { type FormField, sectionsFor } from "./formPlan.ts";
import { leaveForm } from "./leaveForm.ts";
import { useAfterPress } from "./useAfterPress.ts";
import { useFieldErrors } from "./useFieldErrors.ts";

/** The fields, what is wrong with them, and the way to save. */
export function FormBody({ form: { plan, actor } }: { readonly form: HostedForm }) {
  const id = useId();
  const { client } = useConsole();
  const { row, values, fault, requestId } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag("busy"));
  const errors = useFieldErrors(plan, row, values, fault);
  const afterPress = useAfterPress();
  const sections = sectionsFor(plan, row, values);
  const firstField = sections[0]?.fields[0];
  const [atWork, setAtWork] = useState<ReadonlySet<string>>(new Set());
  const wrongAtServer = fault?.issues[0]?.path;
  useEffect(() => {
    if (wrongAtServer !== undefined) document.getElementById(`${id}-${wrongAtServer}`)?.focus();
  }, [id, wrongAtServer, fault]);
  const inputId = (field: FormField) => `${id}-${field.name}`;
  const focus = (field: FormField | null) => field && document.getElementById(inputId(field))?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const faulty = errors.showAll();
    if (faulty) focus(faulty);
    else actor.send({ type: "form.submit" });
  };
  // The server checks again when saving, and what is asked beside that may find the record that is being made.
  const saving = () => actor.getSnapshot().hasTag("busy");
  const leave = (field: FormField) => {
    errors.leave(field.name);
    const value = values[field.name];
    if (saving()) return;
    if (field.kind !== "text" || !field.taken || plan.check(field, value, row) !== null) return;
    if (row !== null && value === plan.valuesOf(row)[field.name]) return;
    field
      .taken(client, String(value).trim(), row?.id ?? null, new AbortController().signal)
      .then((message) => message && !saving() && errors.taken(field.name, value, message))
      .catch(() => undefined);
  };
  const general = fault && !fault.issues.some(({ path }) => path in values) ? fault.message : null;
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault) said.current?.scrollIntoView({ block: "nearest" });
  }, [fault]);
  return (
    <form className={classes["form"]} onSubmit={submit} noValidate>
      <DraftOffer form={{ plan, actor }} />
      {row && plan.consequence && <Text size="sm">{plan.consequence(row)}</Text>}
      {general !== null && (
        <Alert ref={said} color="red" role="alert" title={`未能${plan.submitLabel}`}>
          <span>{general || "请稍后重试，填写的内容已保留"}</span>
          <RequestId form of={fault} />
        </Alert>
      )}
      {sections.map(({ title, fields }) => (
        <section key={title ?? "fields"}>
          {title && <h3 className={classes["title"]}>{title}</h3>}
          <div className={classes["fields"]}>
            {fields.map((field) => (
              <div key={field.name} className={field.wide ? classes["wide"] : undefined}>
                <FieldInput
                  id={inputId(field)}
                  field={field}
                  opening={requestId}
                  value={values[field.name]}
                  values={values}
                  error={errors.of(field)}
                  required={plan.required(field, row)}
                  disabled={busy}
                  first={field === firstField}
                  masked={maskedOf(field, row)}
                  clearable={plan.clearable?.(field, row) ?? false}
                  // What is then said of the field moves what stands below it.
                  onBlur={() => afterPress(() => leave(field))}
                  onBusy={(still) => setAtWork((before) => withMember(before, field.name, still))}
                  onChange={(value) => changeField(actor, requestId, field.name, value)}
                  onFill={(patch) => changeFields(actor, requestId, patch)}
                />
              </div>
            ))}
          </div>
        </section>
      ))}
      {plan.summary && <plan.summary values={values} />}
      <div className={classes["buttons"]}>
        <Button variant="default" disabled={busy} onClick={() => leaveForm({ plan, actor })}>
          取消
        </Button>
        <Button
          type="submit"
          loading={busy}
          disabled={atWork.size > 0}
          title={atWork.size > 0 ? "请等待文件上传完成" : undefined}
          {...(plan.destructive ? { color: "red" } : {})}
        >
          {plan.submitLabel}
        </Button>
      </div>
    </form>
  );
}

function withMember(set: ReadonlySet<string>, name: string, member: boolean): ReadonlySet<string> {
  if (set.has(name) === member) return set;
  return new Set(member ? [...set, name] : [...set].filter((one) => one !== name));
}

function maskedOf(field: FormField, row: object | null): string {
  if (field.kind !== "text" || !field.masked || row === null) return "";
  const value: unknown = Object.entries(row).find(([name]) => name === field.name)?.[1];
  return typeof value === "string" ? value : "";
}
