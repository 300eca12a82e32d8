import { createRoot } from "react-dom/client";
import { Scene, type SceneProps } from "./Scene.tsx";

declare global {
  interface Window {
    show: (scene: SceneProps) => void;
  }
}

const element = document.getElementById("root");
if (!element) throw new Error("no #root");
const root = createRoot(element);
window.show = (scene) => root.render(<Scene {...scene} />);
