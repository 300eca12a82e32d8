import { expect, test } from "vitest";
import { createActor } from "xstate";
import { editMachine } from "../../machines/edit.machine.ts";
import { changeField, changeFields } from "../../src/list/form/changeField.ts";

function setupEditForm() {
  let openings = 0;
  const machine = editMachine<{ readonly id: string }>({
    newRequestId: () => `opening ${++openings}`,
    save: () => Promise.reject(new Error("unexpected save")),
    parseCurrent: () => null,
    loadDraft: async () => null,
    saveDraft: () => undefined,
    discardDraft: () => undefined,
    onSaved: () => undefined,
    onUncertain: () => undefined,
  });
  const actor = createActor(machine).start();
  const open = (id: string) =>
    actor.send({ type: "form.open", row: { id }, values: { voucher: "", note: id } });
  return { actor, open };
}

test("changeField sets one value of its opening and leaves the others", () => {
  const { actor, open } = setupEditForm();
  open("order 1");
  changeField(actor, "opening 1", "voucher", "/uploads/1");
  expect(actor.getSnapshot().context.values).toEqual({ voucher: "/uploads/1", note: "order 1" });
});

test("an upload that finishes after its form was closed does not change the next opening", () => {
  const { actor, open } = setupEditForm();
  open("order 1");
  actor.send({ type: "form.close" });
  open("order 2");
  changeField(actor, "opening 1", "voucher", "/uploads/1");
  expect(actor.getSnapshot().context.requestId).toBe("opening 2");
  expect(actor.getSnapshot().context.values).toEqual({ voucher: "", note: "order 2" });
});

test("changeFields sets several values together, but not of another opening", () => {
  const { actor, open } = setupEditForm();
  open("order 1");
  changeFields(actor, "opening 1", { voucher: "/uploads/1", note: "two" });
  expect(actor.getSnapshot().context.values).toEqual({ voucher: "/uploads/1", note: "two" });
  changeFields(actor, "opening 0", { note: "late" });
  expect(actor.getSnapshot().context.values).toEqual({ voucher: "/uploads/1", note: "two" });
});
