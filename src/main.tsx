import { createRoot } from "react-dom/client";
import { loadConfig } from "../adapters/http/loadConfig.ts";
import { Entry } from "./app/entry/Entry.tsx";
import { EntryFault } from "./app/entry/EntryFault.tsx";
import { devStyles } from "./app/entry/styles.ts";
import { wire } from "./app/entry/wire.ts";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
const root = createRoot(element, {
  // Caught by nothing, and React has emptied the screen: most often the console's own code could not be had.
  onUncaughtError(fault) {
    console.error(fault);
    root.render(<EntryFault message="页面未能显示，请检查网络后重试。" />);
  },
});

devStyles()
  .then(() => loadConfig(fetch))
  .then(
    (config) => root.render(<Entry wiring={wire(config)} />),
    (fault: Error) => root.render(<EntryFault message={fault.message} />),
  );
