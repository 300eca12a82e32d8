import { createActor, SimulatedClock } from "xstate";
import type { Console } from "../../src/console/useConsole.ts";
import type { PageScope } from "../../src/console/usePageScope.ts";
import type { AnyRow } from "../../src/list/definition.ts";
import { type EditActor, formHandle } from "../../src/list/form/formHandle.ts";
import type { FormPlan, FormValues } from "../../src/list/form/formPlan.ts";
import { simulatedLine } from "../simulatedLine.ts";

interface Around {
  readonly call?: (endpoint: unknown, args: unknown) => Promise<unknown>;
  /** What the server remembers, by its keys. */
  readonly kept?: Map<string, unknown>;
  /** Awaited before each read and write of it: what throws is a server that is gone. */
  readonly reach?: (what: "get" | "put" | "remove") => Promise<void>;
  readonly line?: Pick<Console["socket"], "view" | "subscribe">;
}

/** A form as a page opens it, for one record, with its draft looked for; `leave` is whatever ends the page. */
export async function openForm<R extends AnyRow>(plan: FormPlan<R>, row: R | null, around: Around = {}) {
  const {
    kept = new Map<string, unknown>(),
    call = () => Promise.reject(new Error("nothing is sent")),
    reach = async () => undefined,
    line = simulatedLine(),
  } = around;
  const clock = new SimulatedClock();
  const actors: { readonly stop: () => void }[] = [];
  const questions: (() => boolean)[] = [];
  const byName = new Map<string, unknown>();
  const scope = {
    actor: (
      name: string,
      machine: () => Parameters<typeof createActor>[0],
      unsaved: (snapshot: unknown) => boolean,
    ) => {
      const known = byName.get(name);
      if (known) return known;
      const actor = createActor(machine(), { clock }).start();
      actors.push(actor);
      questions.push(() => unsaved(actor.getSnapshot()));
      byName.set(name, actor);
      return actor;
    },
  } as unknown as PageScope;
  const memory = {
    get: async (key: string) => {
      await reach("get");
      return kept.get(key) ?? null;
    },
    put: async (key: string, value: unknown) => {
      await reach("put");
      kept.set(key, structuredClone(value));
    },
    remove: async (key: string) => {
      await reach("remove");
      kept.delete(key);
    },
  };
  const quiet = () => undefined;
  const warnings: string[] = [];
  const doubts: string[] = [];
  const console = {
    client: { call },
    memory,
    say: { success: quiet, warning: (text: string) => void warnings.push(text), error: quiet },
    socket: line,
  } as unknown as Console;
  const told = { saved: quiet, doubted: () => void doubts.push("read anew") };
  // The form is opened with rows of its own type alone.
  const form = formHandle(plan as unknown as FormPlan<AnyRow>, scope, console, told);
  form.open(row);
  await settled();
  const actor: EditActor = form.actor;
  return {
    kept,
    doubts,
    warnings,
    open: async (next: R | null, given?: FormValues) => {
      form.open(next, given);
      await settled();
    },
    has: (tag: Parameters<ReturnType<EditActor["getSnapshot"]>["hasTag"]>[0]) =>
      actor.getSnapshot().hasTag(tag),
    values: () => actor.getSnapshot().context.values,
    type: (values: Readonly<Record<string, unknown>>) =>
      actor.send({ type: "values.change", values: { ...actor.getSnapshot().context.values, ...values } }),
    rest: async (ms: number) => {
      clock.increment(ms);
      await settled();
    },
    settled,
    /** Whether leaving the page is asked about. */
    unsaved: () => questions.some((one) => one()),
    restore: () => actor.send({ type: "draft.restore" }),
    close: () => actor.send({ type: "form.close" }),
    submit: async () => {
      actor.send({ type: "form.submit" });
      await settled();
    },
    leave: () => {
      for (const one of actors) one.stop();
    },
  };
}

/** Lets what is promised come. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
