import { createRoot } from "react-dom/client";
import { loadConfig } from "../adapters/http/loadConfig.ts";
import { Entry } from "./app/entry/Entry.tsx";
import { EntryFault } from "./app/entry/EntryFault.tsx";
import { devStyles } from "./app/entry/styles.ts";
import { wire } from "./app/entry/wire.ts";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no #root");
const root = createRoot(element);

devStyles()
  .then(() => loadConfig(fetch))
  .then(
    (config) => root.render(<Entry wiring={wire(config)} />),
    (fault: Error) => root.render(<EntryFault message={fault.message} />),
  );
