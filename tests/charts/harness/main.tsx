import "@mantine/core/styles.css";
import { createRoot } from "react-dom/client";
import { Scene, type StripScene } from "./Scene.tsx";

declare global {
  interface Window {
    showStrip: (scene: StripScene) => void;
    /** Times that the strip asked for, ms. */
    seeks: number[];
    /** Keys that the page around the strip received. */
    keys: string[];
  }
}

const element = document.getElementById("root");
if (!element) throw new Error("no #root");
const root = createRoot(element);
window.seeks = [];
window.keys = [];
document.addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (!defaultPrevented) window.keys.push(key);
});
let shown = 0;
window.showStrip = (scene) => root.render(<Scene key={++shown} {...scene} />);
