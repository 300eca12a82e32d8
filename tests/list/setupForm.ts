import { createActor, SimulatedClock } from "xstate";
import { createFormHandle, type EditActor } from "../../src/list/form/createFormHandle.ts";
import type { FormConfig, FormValues } from "../../src/list/form/formConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import type { PageApi } from "../../src/pageApi/usePageApi.ts";
import type { PageScope } from "../../src/pageApi/usePageScope.ts";
import { createFakeConnection } from "../helpers/createFakeConnection.ts";

interface SetupFormOptions {
  readonly call?: (endpoint: unknown, args: unknown) => Promise<unknown>;
  /** What the server remembers, by its keys. */
  readonly kept?: Map<string, unknown>;
  /** Awaited before each read and write of it: what throws is a server that is gone. */
  readonly beforeAccess?: (what: "get" | "put" | "remove") => Promise<void>;
  readonly connection?: Pick<PageApi["socket"], "view" | "subscribe">;
}

/** A form as a page opens it, for one record, with its draft looked for; `leave` is whatever ends the page. */
export async function setupForm<R extends AnyRow>(
  config: FormConfig<R>,
  row: R | null,
  options: SetupFormOptions = {},
) {
  const {
    kept = new Map<string, unknown>(),
    call = () => Promise.reject(new Error("nothing is sent")),
    beforeAccess = async () => undefined,
    connection = createFakeConnection(),
  } = options;
  const clock = new SimulatedClock();
  const actors: { readonly stop: () => void }[] = [];
  const unsavedChecks: (() => boolean)[] = [];
  const actorsByName = new Map<string, unknown>();
  const scope = {
    actor: (
      name: string,
      machine: () => Parameters<typeof createActor>[0],
      unsaved: (snapshot: unknown) => boolean,
    ) => {
      const known = actorsByName.get(name);
      if (known) return known;
      const actor = createActor(machine(), { clock }).start();
      actors.push(actor);
      unsavedChecks.push(() => unsaved(actor.getSnapshot()));
      actorsByName.set(name, actor);
      return actor;
    },
  } as unknown as PageScope;
  const storage = {
    get: async (key: string) => {
      await beforeAccess("get");
      return kept.get(key) ?? null;
    },
    put: async (key: string, value: unknown) => {
      await beforeAccess("put");
      kept.set(key, structuredClone(value));
    },
    remove: async (key: string) => {
      await beforeAccess("remove");
      kept.delete(key);
    },
  };
  const noop = () => undefined;
  const warnings: string[] = [];
  const doubts: string[] = [];
  const console = {
    client: { call },
    storage,
    toast: { success: noop, warning: (text: string) => void warnings.push(text), error: noop },
    socket: connection,
  } as unknown as PageApi;
  const callbacks = { onSaved: noop, onUncertain: () => void doubts.push("read anew") };
  // The form is opened with rows of its own type alone.
  const form = createFormHandle(config as unknown as FormConfig<AnyRow>, scope, console, callbacks);
  form.open(row);
  await flushPromises();
  const actor: EditActor = form.actor;
  return {
    kept,
    doubts,
    warnings,
    open: async (next: R | null, given?: FormValues) => {
      form.open(next, given);
      await flushPromises();
    },
    has: (tag: Parameters<ReturnType<EditActor["getSnapshot"]>["hasTag"]>[0]) =>
      actor.getSnapshot().hasTag(tag),
    values: () => actor.getSnapshot().context.values,
    type: (values: Readonly<Record<string, unknown>>) =>
      actor.send({ type: "values.change", values: { ...actor.getSnapshot().context.values, ...values } }),
    rest: async (ms: number) => {
      clock.increment(ms);
      await flushPromises();
    },
    settled: flushPromises,
    /** Whether leaving the page is asked about. */
    unsaved: () => unsavedChecks.some((item) => item()),
    restore: () => actor.send({ type: "draft.restore" }),
    close: () => actor.send({ type: "form.close" }),
    submit: async () => {
      actor.send({ type: "form.submit" });
      await flushPromises();
    },
    leave: () => {
      for (const item of actors) item.stop();
    },
  };
}

/** Lets what is promised come. */
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));
