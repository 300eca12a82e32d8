import type { ActorRefFrom } from "xstate";
import * as z from "zod/mini";
import type { DeskLock } from "../../../adapters/http/deskLock.ts";
import type { LastClick } from "../../../adapters/http/lastClick.ts";
import { createTabs } from "../../../adapters/http/tabs.ts";
import { type IdlePort, idleMachine } from "../../../machines/idle.machine.ts";
import type { StartActor } from "../entry/startActor.ts";

export type IdleActor = ActorRefFrom<ReturnType<typeof idleMachine>>;

const tabMessage = z.union([
  z.object({ type: z.literal("tab.click"), at: z.number() }),
  z.object({ type: z.literal("tab.locked") }),
  z.object({ type: z.literal("tab.unlocked"), at: z.number() }),
]);

/** Starts the watch over idleness: clicks of this tab and of every other, and what wakes a sleeping one. */
export function watchIdle(
  start: StartActor,
  watch: "off" | "lock",
  ports: {
    readonly lastClick: LastClick;
    readonly lock: DeskLock;
    readonly expired: () => void;
    readonly unlock: IdlePort["unlock"];
  },
): { readonly actor: IdleActor; readonly stop: () => void } {
  const { lastClick, lock, expired, unlock } = ports;
  const tabs = createTabs("idle");
  const port: IdlePort = {
    now: () => Date.now(),
    lastClick: lastClick.read,
    locked: lock.read,
    announce(message) {
      if (message.type !== "tab.locked") lastClick.write(message.at);
      if (message.type !== "tab.click") lock.write(message.type === "tab.locked");
      tabs.tell(message);
    },
    expired,
    unlock,
  };
  // Without a known click, a reload would begin the 15 minutes anew each time.
  if (lastClick.read() === 0) lastClick.write(Date.now());
  const actor = start("idle", idleMachine(port, watch));
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
