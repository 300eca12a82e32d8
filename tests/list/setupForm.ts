import { createActor, SimulatedClock } from "xstate";
import { createFormHandle, type EditActor } from "../../src/list/form/createFormHandle.ts";
import type { FormConfig, FormValues } from "../../src/list/form/formConfig.ts";
import type { AnyRow } from "../../src/list/listDefinition.ts";
import type { PageApi } from "../../src/pageApi/usePageApi.ts";
import type { PageScope } from "../../src/pageApi/usePageScope.ts";
import { createFakeConnection } from "../helpers/createFakeConnection.ts";

interface SetupFormOptions {
  readonly call?: (endpoint: unknown, args: unknown) => Promise<unknown>;
  /** Stored values by key. */
  readonly stored?: Map<string, unknown>;
  /** Awaited before each storage access; a rejection simulates an unreachable server. */
  readonly beforeAccess?: (what: "get" | "set" | "remove") => Promise<void>;
  readonly connection?: Pick<PageApi["socket"], "getStatus" | "subscribe">;
}

/** Opens a form for one record and waits for its draft; `endPage` stops its actors. */
export async function setupForm<R extends AnyRow>(
  config: FormConfig<R>,
  row: R | null,
  options: SetupFormOptions = {},
) {
  const {
    stored = new Map<string, unknown>(),
    call = () => Promise.reject(new Error("unexpected call")),
    beforeAccess = async () => undefined,
    connection = createFakeConnection(),
  } = options;
  const clock = new SimulatedClock();
  const actors: { readonly stop: () => void }[] = [];
  const unsavedChecks: (() => boolean)[] = [];
  const actorsByName = new Map<string, unknown>();
  const scope = {
    path: "/page/of/the/form",
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
      return stored.get(key) ?? null;
    },
    set: async (key: string, value: unknown) => {
      await beforeAccess("set");
      stored.set(key, structuredClone(value));
    },
    remove: async (key: string) => {
      await beforeAccess("remove");
      stored.delete(key);
    },
  };
  const noop = () => undefined;
  const warnings: string[] = [];
  const successes: string[] = [];
  const uncertain: string[] = [];
  const console = {
    client: { call },
    config: { extensions: true },
    user: { id: "9", name: "周晓岚", roles: ["operator"] },
    storage,
    toast: {
      success: (text: string) => void successes.push(text),
      undoable: (text: string) => void successes.push(text),
      warning: (text: string) => void warnings.push(text),
      error: noop,
    },
    socket: connection,
  } as unknown as PageApi;
  const callbacks = { onSaved: noop, onUncertain: () => void uncertain.push("reload") };
  // `open` only receives rows of this form's type.
  const form = createFormHandle(config as unknown as FormConfig<AnyRow>, scope, console, callbacks);
  form.open(row);
  await flushPromises();
  const actor: EditActor = form.actor;
  return {
    stored,
    uncertain,
    warnings,
    successes,
    open: async (next: R | null, given?: FormValues) => {
      form.open(next, given);
      await flushPromises();
    },
    has: (tag: Parameters<ReturnType<EditActor["getSnapshot"]>["hasTag"]>[0]) =>
      actor.getSnapshot().hasTag(tag),
    values: () => actor.getSnapshot().context.values,
    type: (values: Readonly<Record<string, unknown>>) =>
      actor.send({ type: "values.change", values: { ...actor.getSnapshot().context.values, ...values } }),
    advance: async (ms: number) => {
      clock.increment(ms);
      await flushPromises();
    },
    flush: flushPromises,
    /** Whether leaving the page requires confirmation. */
    isUnsaved: () => unsavedChecks.some((item) => item()),
    restore: () => actor.send({ type: "draft.restore" }),
    close: () => actor.send({ type: "form.close" }),
    submit: async () => {
      actor.send({ type: "form.submit" });
      await flushPromises();
    },
    endPage: () => {
      for (const item of actors) item.stop();
    },
  };
}

const flushPromises = () => new Promise((resolve) => setTimeout(resolve));
