/**
 * Draws the clips of the embedded video platform and encodes them with ffmpeg, which only this tool needs:
 * `node tools/clips/build.mjs`. Every clip is a seamless loop, one fragment for each group of pictures, without
 * reordered pictures, so that the server can cut it anywhere between two fragments.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { periodX, periodY, scenes } from "./scenes.mjs";

const width = 640;
const height = 360;
const fps = 25;
const groupFrames = 50;
/** Four pixels a frame: whole pixels keep the picture sharp and small. */
const stepX = 4;
const frameCount = periodX / stepX;

const renditions = [
  { suffix: "", size: "640x360", crf: 25 },
  { suffix: "-low", size: "320x180", crf: 29 },
];

/** Draws one frame as RGB bytes: the ground, its cars, the cross hairs and the recording mark. */
function drawFrame({ pixels, cars }, frame) {
  const out = Buffer.alloc(width * height * 3);
  const offset = frame * stepX;
  for (let y = 0; y < height; y++) {
    const row = (y % periodY) * periodX;
    for (let x = 0; x < width; x++) {
      const from = (row + ((x + offset) % periodX)) * 3;
      const to = (y * width + x) * 3;
      out[to] = pixels[from];
      out[to + 1] = pixels[from + 1];
      out[to + 2] = pixels[from + 2];
    }
  }
  const box = (left, top, w, h, color) => {
    for (let y = Math.max(0, top); y < Math.min(height, top + h); y++)
      for (let x = Math.max(0, left); x < Math.min(width, left + w); x++) out.set(color, (y * width + x) * 3);
  };
  for (const { lane, turns, from, color } of cars) {
    const place = from + (turns * periodX * frame) / frameCount - offset;
    const left = Math.round(((place % periodX) + periodX) % periodX);
    for (const x of [left, left - periodX]) {
      box(x, lane, 26, 11, color);
      box(x + 7, lane + 2, 11, 7, [40, 46, 54]);
    }
  }
  const white = [240, 244, 248];
  box(width / 2 - 24, height / 2 - 1, 16, 2, white);
  box(width / 2 + 8, height / 2 - 1, 16, 2, white);
  box(width / 2 - 1, height / 2 - 24, 2, 16, white);
  box(width / 2 - 1, height / 2 + 8, 2, 16, white);
  // Blinks once a second; the loop is a whole number of seconds.
  if (frame % fps < 15) box(16, 16, 10, 10, [226, 44, 44]);
  return out;
}

const folder = fileURLToPath(new URL("../../server/media/clips/", import.meta.url));
await mkdir(folder, { recursive: true });
for (const [name, scene] of Object.entries(scenes))
  for (const { suffix, size, crf } of renditions) {
    const file = `${folder}${name}${suffix}.mp4`;
    const input = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", fps, "-i", "-"];
    const video = ["-vf", `scale=${size.replace("x", ":")}`, "-c:v", "libx264", "-preset", "veryslow"];
    const quality = ["-profile:v", "main", "-pix_fmt", "yuv420p", "-crf", crf, "-bf", "0"];
    const groups = ["-g", groupFrames, "-keyint_min", groupFrames, "-sc_threshold", "0", "-flags", "+cgop"];
    const fragments = ["-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-use_editlist", "0"];
    const exact = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"];
    const args = [
      "-y",
      "-loglevel",
      "error",
      ...input,
      ...video,
      ...quality,
      ...groups,
      ...fragments,
      ...exact,
      file,
    ];
    const ffmpeg = spawn("ffmpeg", args.map(String), { stdio: ["pipe", "inherit", "inherit"] });
    for (let frame = 0; frame < frameCount; frame++)
      if (!ffmpeg.stdin.write(drawFrame(scene, frame))) await once(ffmpeg.stdin, "drain");
    ffmpeg.stdin.end();
    const [code] = await once(ffmpeg, "close");
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    process.stdout.write(`${name}${suffix}.mp4 ${(await stat(file)).size} bytes\n`);
  }
