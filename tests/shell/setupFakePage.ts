import { vi } from "vitest";
import { createMemoryStorage } from "../helpers/createMemoryStorage.ts";

/** Stubs the browser globals that the console's services use, until `restore`; broadcast channels are real. */
export function setupFakePage(prefersDark = false) {
  const localStorageStub = createMemoryStorage();
  const sessionStorageStub = createMemoryStorage();
  const channels: BroadcastChannel[] = [];
  const window = Object.assign(new EventTarget(), {
    location: { protocol: "http:", host: "console.example" },
    matchMedia: () => ({ matches: prefersDark }),
  });
  const document = Object.assign(new EventTarget(), {
    body: { clientWidth: 1280 },
    cookie: "",
    documentElement: { dataset: {} },
  });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  vi.stubGlobal("localStorage", localStorageStub);
  vi.stubGlobal("sessionStorage", sessionStorageStub);
  vi.stubGlobal(
    "BroadcastChannel",
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
  return {
    local: localStorageStub,
    window,
    document,
    /** Stores a session as another tab would, with the storage event. */
    storeFromOtherTab(token: string, user: object) {
      localStorageStub.setItem("user", JSON.stringify(user));
      localStorageStub.setItem("token", token);
      const change = { key: "token", newValue: token, storageArea: localStorageStub };
      window.dispatchEvent(Object.assign(new Event("storage"), change));
    },
    /** Posts a message as another tab would; resolves once every tab has received it. */
    async postFromOtherTab(topic: string, message: unknown) {
      const sender = new BroadcastChannel(`aerial-console.${topic}`);
      const receiver = new BroadcastChannel(`aerial-console.${topic}`);
      const received = new Promise((resolve) => receiver.addEventListener("message", resolve));
      sender.postMessage(message);
      await received;
      // Each receiver gets its copy in a separate task.
      await new Promise((resolve) => setImmediate(resolve));
    },
    restore() {
      for (const channel of channels) channel.close();
      vi.unstubAllGlobals();
    },
  };
}
