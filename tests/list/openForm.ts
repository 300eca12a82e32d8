import { createActor, SimulatedClock } from "xstate";
import type { Console } from "../../src/console/useConsole.ts";
import type { PageScope } from "../../src/console/usePageScope.ts";
import type { AnyRow } from "../../src/list/definition.ts";
import { type EditActor, formHandle } from "../../src/list/form/formHandle.ts";
import type { FormPlan } from "../../src/list/form/formPlan.ts";

interface Around {
  readonly call?: (endpoint: unknown, args: unknown) => Promise<unknown>;
  /** What the server remembers, by its keys. */
  readonly kept?: Map<string, unknown>;
}

/** A form as a page opens it, for one record, with its draft looked for; `leave` is whatever ends the page. */
export async function openForm<R extends AnyRow>(plan: FormPlan<R>, row: R | null, around: Around = {}) {
  const { kept = new Map<string, unknown>(), call = () => Promise.reject(new Error("nothing is sent")) } =
    around;
  const clock = new SimulatedClock();
  const actors: { readonly stop: () => void }[] = [];
  const byName = new Map<string, unknown>();
  const scope = {
    actor: (name: string, machine: () => Parameters<typeof createActor>[0]) => {
      const known = byName.get(name);
      if (known) return known;
      const actor = createActor(machine(), { clock }).start();
      actors.push(actor);
      byName.set(name, actor);
      return actor;
    },
  } as unknown as PageScope;
  const memory = {
    get: async (key: string) => kept.get(key) ?? null,
    put: async (key: string, value: unknown) => void kept.set(key, structuredClone(value)),
    remove: async (key: string) => void kept.delete(key),
  };
  const quiet = () => undefined;
  const doubts: string[] = [];
  const console = {
    client: { call },
    memory,
    say: { success: quiet, warning: quiet, error: quiet },
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
    has: (tag: Parameters<ReturnType<EditActor["getSnapshot"]>["hasTag"]>[0]) =>
      actor.getSnapshot().hasTag(tag),
    values: () => actor.getSnapshot().context.values,
    type: (values: Readonly<Record<string, unknown>>) =>
      actor.send({ type: "values.change", values: { ...actor.getSnapshot().context.values, ...values } }),
    rest: (ms: number) => clock.increment(ms),
    restore: () => actor.send({ type: "draft.restore" }),
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
