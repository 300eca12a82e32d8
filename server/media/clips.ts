import { readFileSync } from "node:fs";
import type { VideoLens } from "../../adapters/contract/video.ts";
import { type Clip, parseClip } from "./clip.ts";

/** What the clips show, and with which lens. */
const scenes = [
  { scene: "solar", lens: "wide" },
  { scene: "road", lens: "wide" },
  { scene: "thermal", lens: "ir" },
] as const satisfies readonly { readonly scene: string; readonly lens: VideoLens }[];
export type Scene = (typeof scenes)[number]["scene"];
export const sceneNames: readonly Scene[] = scenes.map(({ scene }) => scene);

/** Beside this file, or beside the bundled server. */
const folder = new URL("./clips/", import.meta.url);
const loaded = new Map<string, Clip>();

/** A clip of the embedded edge; `low` is its smaller rendition. Read once, at its first use. */
export function loadClip(scene: Scene, rendition: "full" | "low" = "full"): Clip {
  const name = rendition === "low" ? `${scene}-low.mp4` : `${scene}.mp4`;
  const known = loaded.get(name);
  if (known) return known;
  const clip = parseClip(readFileSync(new URL(name, folder)));
  loaded.set(name, clip);
  return clip;
}

/** What the embedded edge shows of a task. */
export interface TaskPicture {
  readonly scene: Scene;
  readonly lens: VideoLens;
  /** Its offset in the loop, in groups of pictures, so that a wall does not show equal pictures. */
  readonly phase: number;
}

/** The same picture for the same task, always. */
export function choosePicture(taskId: string): TaskPicture {
  // FNV-1a: neighbouring ids must give different pictures.
  let hash = 0x811c9dc5;
  for (const char of taskId) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  const picture = scenes[hash % scenes.length] ?? scenes[0];
  return { ...picture, phase: Math.floor(hash / scenes.length) % 1_000 };
}
