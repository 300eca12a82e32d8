import { type ActorRefFrom, createActor } from "xstate";
import * as z from "zod/mini";
import type { LastClick } from "../../../adapters/http/lastClick.ts";
import { createTabs } from "../../../adapters/http/tabs.ts";
import { type IdlePort, idleMachine } from "../../../machines/idle.machine.ts";

export type IdleActor = ActorRefFrom<ReturnType<typeof idleMachine>>;

const tabMessage = z.union([
  z.object({ type: z.literal("tab.click"), at: z.number() }),
  z.object({ type: z.literal("tab.unlocked") }),
]);

/** Starts the watch over idleness: clicks of this tab and of every other, and what wakes a sleeping one. */
export function watchIdle(ports: { readonly lastClick: LastClick; readonly expired: () => void }): {
  readonly actor: IdleActor;
  readonly stop: () => void;
} {
  const tabs = createTabs("idle");
  const port: IdlePort = {
    now: () => Date.now(),
    lastClick: ports.lastClick.read,
    announce(message) {
      if (message.type === "tab.click") ports.lastClick.write(message.at);
      tabs.tell(message);
    },
    expired: ports.expired,
    unlock: () => Promise.reject(new Error("no locked desk is offered")),
  };
  const actor = createActor(idleMachine(port)).start();
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const wake = () => actor.send({ type: "wake" });
  document.addEventListener("click", () => actor.send({ type: "click" }), options);
  document.addEventListener("visibilitychange", wake, options);
  window.addEventListener("focus", wake, options);
  window.addEventListener("pageshow", wake, options);
  const deafen = tabs.listen((told) => {
    const message = tabMessage.safeParse(told);
    if (message.success) actor.send(message.data);
  });
  return {
    actor,
    stop() {
      controller.abort();
      deafen();
      actor.stop();
    },
  };
}
