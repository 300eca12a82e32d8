import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadClip } from "../../server/media/clips.ts";
import { encodeFlvHead, encodeFrame } from "../../server/media/flvChannel.ts";

/** AAC of 44,100 Hz, two channels. */
const soundHead = 0xaf;
const decoderConfig = [0x12, 0x10];
const silentFrame = [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80];
const soundFrameMs = 1_024_000 / 44_100;

const clip = loadClip("road");
const pictures = clip.groups.flatMap(({ frames }) => frames);

function createSoundTag(timestampMs: number, bytes: readonly number[]): Buffer {
  const tag = Buffer.alloc(11 + bytes.length + 4);
  tag.writeUInt8(8, 0);
  tag.writeUIntBE(bytes.length, 1, 3);
  tag.writeUIntBE(timestampMs, 4, 3);
  tag.set(bytes, 11);
  tag.writeUInt32BE(11 + bytes.length, 11 + bytes.length);
  return tag;
}

/** Header and metadata announce sound. */
function createHead(): Buffer {
  const head = encodeFlvHead(clip);
  head.writeUInt8(5, 4);
  // The name has as many letters as the one that it replaces; the number follows its type.
  const at = head.indexOf("videocodecid");
  head.write("audiocodecid", at, "latin1");
  head.writeDoubleBE(10, at + "audiocodecid".length + 1);
  return Buffer.concat([head, createSoundTag(0, [soundHead, 0, ...decoderConfig])]);
}

/** Pictures and silence of `fromMs` (inclusive) to `toMs`, by time. */
function createTags(fromMs: number, toMs: number): Buffer {
  const tags: { readonly at: number; readonly bytes: Buffer }[] = [];
  for (let n = Math.ceil(fromMs / clip.frameMs); n * clip.frameMs < toMs; n++) {
    const picture = pictures[n % pictures.length];
    if (picture) tags.push({ at: n * clip.frameMs, bytes: encodeFrame(picture, n * clip.frameMs) });
  }
  for (let n = Math.ceil(fromMs / soundFrameMs); n * soundFrameMs < toMs; n++) {
    const at = Math.round(n * soundFrameMs);
    tags.push({ at, bytes: createSoundTag(at, [soundHead, 1, ...silentFrame]) });
  }
  return Buffer.concat(tags.sort((a, b) => a.at - b.at).map(({ bytes }) => bytes));
}

const tickMs = 200;

/** Serves the clip as a device sends it: endlessly, with sound, here silence. */
export async function serveFlvWithSound(): Promise<{ readonly url: string } & Disposable> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "video/x-flv", "access-control-allow-origin": "*" });
    response.write(createHead());
    let sentMs = 0;
    const timer = setInterval(() => {
      response.write(createTags(sentMs, sentMs + tickMs));
      sentMs += tickMs;
    }, tickMs);
    response.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Cast: it listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
