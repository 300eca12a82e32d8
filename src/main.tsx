import { createRoot } from "react-dom/client";
import type { ConsoleConfig } from "../adapters/contract/config.ts";
import { loadConfig } from "../adapters/http/loadConfig.ts";
import { sessionSeemsStored } from "../adapters/http/storage.ts";
import { consoleCode } from "./app/entry/consoleCode.ts";
import { Entry } from "./app/entry/Entry.tsx";
import { EntryFault } from "./app/entry/EntryFault.tsx";
import { devStyles } from "./app/entry/styles.ts";
import { type Wiring, wire } from "./app/entry/wire.ts";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
const notShown = "页面未能显示，请检查网络后重试。";
const root = createRoot(element, {
  // Caught by nothing, and React has emptied the screen: most often the console's own code could not be had.
  onUncaughtError(fault) {
    console.error(fault);
    fail(notShown);
  },
});

const fail = (message: string) => root.render(<EntryFault message={message} />);

async function recorderFor(config: ConsoleConfig) {
  if (!import.meta.env.DEV && !config.qa) return null;
  const { createRecorder } = await import("./app/qa/recorder.ts");
  return createRecorder();
}

async function start(config: ConsoleConfig) {
  const recorder = await recorderFor(config);
  let wiring: Wiring;
  try {
    wiring = wire(config, recorder);
  } catch (fault) {
    console.error(fault);
    fail("浏览器禁止本站保存数据，请在设置中允许 Cookie 和本地存储后重试。");
    return;
  }
  try {
    const takeOpened = await consoleCode.present()?.openStored(wiring);
    root.render(<Entry wiring={wiring} takeOpened={takeOpened} />);
  } catch (fault) {
    console.error(fault);
    fail(notShown);
  }
}

/** After which one is told that the console is on its way, ms. */
const tellAfterMs = 300;

/** The console's code beside the configuration, where there is a session to need it; why it cannot be had is said later. */
const consoleSoon = () =>
  sessionSeemsStored()
    ? Promise.race([
        consoleCode.bring().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, tellAfterMs)),
      ])
    : null;

devStyles()
  .then(() => Promise.all([loadConfig(fetch), consoleSoon()]))
  .then(([config]) => start(config))
  .catch((fault: Error) => fail(fault.message));
