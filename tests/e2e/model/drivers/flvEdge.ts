import type { Page, WebSocketRoute } from "playwright-core";
import { loadClip } from "../../../../server/media/clips.ts";
import { encodeFlvHead, encodeFrame } from "../../../../server/media/flvChannel.ts";
import { waitUntil } from "../waitUntil.ts";

const clip = loadClip("road", "low");
const frames = clip.groups.flatMap((group) => group.frames);
/** A video tag of two bytes, in a codec that no browser plays. */
const unknownCodec = Buffer.from([9, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0x12, 0, 0, 0, 0, 13]);
/** What is sent ahead. Players skip more than 2 s. */
const aheadMs = 1_000;
/** The page plays at a quarter of the speed: what was sent ahead lasts 4 s, and a busy machine does not stall it. */
const speed = 0.25;
const tickMs = 100;
/** Times before the first key frame, ms. The player keeps the last frame back until it knows how long it lasts. */
const interFrameTimes = [0, 10, 20];

/** A video server that does what the test says: FLV over the page's newest WebSocket to it. */
export interface FlvEdge {
  /** Sends video that begins between two key frames, from which no picture can be decoded. */
  readonly sendInterFrames: () => Promise<void>;
  /** Sends pictures as fast as the page plays them until it pauses or another socket is opened; continues where it paused. */
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  readonly sendUnknownCodec: () => Promise<void>;
}

/** Answers WebSockets to the URL pattern and slows the page's videos down. Must be called before the page is opened. */
export async function createFlvEdge(page: Page, address: RegExp): Promise<FlvEdge> {
  let socket: WebSocketRoute | null = null;
  let isHeadSent = false;
  let sentFrames = 0;
  let timer: NodeJS.Timeout | undefined;
  const pause = () => clearInterval(timer);
  await page.addInitScript((rate) => {
    const slowDown = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement) target.playbackRate = rate;
    };
    addEventListener("loadstart", slowDown, true);
  }, speed);
  await page.routeWebSocket(address, (opened) => {
    pause();
    socket = opened;
    isHeadSent = false;
    sentFrames = 0;
    opened.onClose(() => {
      if (socket !== opened) return;
      pause();
      socket = null;
    });
  });
  const send = (bytes: Buffer) => socket?.send(bytes);
  const sendHead = async () => {
    await waitUntil(() => socket !== null, "a WebSocket for the video");
    if (!isHeadSent) send(encodeFlvHead(clip));
    isHeadSent = true;
  };
  return {
    pause,
    async sendInterFrames() {
      await sendHead();
      const [, frame] = frames;
      if (frame) send(Buffer.concat(interFrameTimes.map((at) => encodeFrame(frame, at))));
    },
    async play() {
      await sendHead();
      const startedAt = performance.now();
      const sentBefore = sentFrames;
      const sendDue = () => {
        const playedMs = (performance.now() - startedAt) * speed;
        const due = sentBefore + Math.floor((playedMs + aheadMs) / clip.frameMs);
        const tags: Buffer[] = [];
        for (; sentFrames < due; sentFrames++) {
          const frame = frames[sentFrames % frames.length];
          if (frame) tags.push(encodeFrame(frame, (sentFrames + 1) * clip.frameMs));
        }
        if (tags.length > 0) send(Buffer.concat(tags));
      };
      pause();
      timer = setInterval(sendDue, tickMs);
      sendDue();
    },
    async sendUnknownCodec() {
      await sendHead();
      send(unknownCodec);
    },
  };
}
