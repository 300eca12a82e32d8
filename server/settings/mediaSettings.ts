import * as z from "zod/mini";

/** Modes that an edge may offer, with the variable of their address template. */
const templateVariables = {
  flv: "MEDIA_FLV_URL",
  wsFlv: "MEDIA_WS_FLV_URL",
  hls: "MEDIA_HLS_URL",
  webrtc: "MEDIA_WHEP_URL",
  rtmp: "MEDIA_RTMP_URL",
} as const;
type TemplateName = keyof typeof templateVariables;
const templateNames = Object.keys(templateVariables) as TemplateName[];

/** Address templates of an edge by mode; a mode without one is not offered. */
export type MediaTemplates = { readonly [K in TemplateName]?: string };

/** A video server that drones push to, see docs/video.md. */
export interface MediaEdge {
  readonly templates: MediaTemplates;
  /** What `{sign}` is made with; the video server has the same. */
  readonly key: string | undefined;
}

declare module "../call.ts" {
  interface Call {
    /** The video server that drones push to; null if there is none. */
    readonly mediaEdge: MediaEdge | null;
  }
}

const placeholders = ["taskId", "droneSn", "quality", "expires", "sign"] as const;
const schemes: Readonly<Record<TemplateName, RegExp>> = {
  flv: /^https?:$/,
  wsFlv: /^wss?:$/,
  hls: /^https?:$/,
  webrtc: /^https?:$/,
  rtmp: /^rtmps?:$/,
};

/** An address once the placeholders are filled in, of the mode's schemes; with no others in it. */
function isTemplate(name: TemplateName, text: string): boolean {
  const filled = placeholders.reduce((filling, key) => filling.replaceAll(`{${key}}`, "1"), text);
  return !/[{}]/.test(filled) && URL.canParse(filled) && schemes[name].test(new URL(filled).protocol);
}

const templateSchema = (name: TemplateName) =>
  z.optional(z.string().check(z.refine((text) => isTemplate(name, text))));

/** Environment variables of the video server. */
export const mediaVariables = {
  MEDIA_EDGE: z.optional(z.enum(["srs", "zlmediakit", "mediamtx", "custom"])),
  MEDIA_HOST: z.optional(z.url({ protocol: /^https?$/ }).check(z.regex(/[^/]$/))),
  MEDIA_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/))),
  MEDIA_FLV_URL: templateSchema("flv"),
  MEDIA_WS_FLV_URL: templateSchema("wsFlv"),
  MEDIA_HLS_URL: templateSchema("hls"),
  MEDIA_WHEP_URL: templateSchema("webrtc"),
  MEDIA_RTMP_URL: templateSchema("rtmp"),
};

const expectTemplate = (scheme: string) => `an address that begins with ${scheme}, as docs/video.md has it`;

/** Expected values, for error messages. */
export const expectedMediaValues: Readonly<Record<keyof typeof mediaVariables, string>> = {
  MEDIA_EDGE: "srs, zlmediakit, mediamtx or custom",
  MEDIA_HOST: "an address that begins with http:// or https:// and does not end with /",
  MEDIA_KEY: "16 to 200 letters, digits and signs without spaces",
  MEDIA_FLV_URL: expectTemplate("http:// or https://"),
  MEDIA_WS_FLV_URL: expectTemplate("ws:// or wss://"),
  MEDIA_HLS_URL: expectTemplate("http:// or https://"),
  MEDIA_WHEP_URL: expectTemplate("http:// or https://"),
  MEDIA_RTMP_URL: expectTemplate("rtmp:// or rtmps://"),
};

const mediaEnvironment = z.object(mediaVariables);

/** Null without an edge; a line for the terminal where the variables do not fit together. */
export function parseMediaSettings(value: z.output<typeof mediaEnvironment>): MediaEdge | string | null {
  const { MEDIA_EDGE: kind, MEDIA_HOST: host, MEDIA_KEY: key } = value;
  const own = Object.fromEntries(
    templateNames.flatMap((name) => {
      const template = value[templateVariables[name]];
      return template === undefined ? [] : [[name, template]];
    }),
  ) as MediaTemplates;
  if (!kind)
    return host || key || Object.keys(own).length > 0
      ? "MEDIA_EDGE must be set with MEDIA_HOST, MEDIA_KEY or an address template."
      : null;
  if (kind === "custom") {
    if (host) return "MEDIA_HOST must not be set with MEDIA_EDGE=custom: its templates are whole addresses.";
    if (Object.keys(own).length === 0) return "MEDIA_EDGE=custom needs at least one address template.";
    if (!key && Object.values(own).some((template) => template.includes("{sign}")))
      return "MEDIA_KEY must be set with templates that contain {sign}.";
    return { templates: own, key };
  }
  if (!host || !key) return `MEDIA_HOST and MEDIA_KEY must be set with MEDIA_EDGE=${kind}.`;
  return { templates: { ...createPreset(kind, new URL(host)), ...own }, key };
}

const signature = "expires={expires}&sign={sign}";

/** Templates of a product with its usual ports and `live` as the application; the stream is the drone's serial number. */
function createPreset(kind: "srs" | "zlmediakit" | "mediamtx", host: URL): MediaTemplates {
  const { origin, protocol, hostname } = host;
  const rtmp = `rtmp://${hostname}/live/{droneSn}?${signature}`;
  switch (kind) {
    case "srs":
      return {
        flv: `${origin}/live/{droneSn}.flv?${signature}`,
        hls: `${origin}/live/{droneSn}.m3u8?${signature}`,
        webrtc: `${protocol}//${hostname}:1985/rtc/v1/whep/?app=live&stream={droneSn}&${signature}`,
        rtmp,
      };
    case "zlmediakit":
      return {
        flv: `${origin}/live/{droneSn}.live.flv?${signature}`,
        wsFlv: `${origin.replace(/^http/, "ws")}/live/{droneSn}.live.flv?${signature}`,
        hls: `${origin}/live/{droneSn}/hls.m3u8?${signature}`,
        webrtc: `${origin}/index/api/whep?app=live&stream={droneSn}&${signature}`,
        rtmp,
      };
    case "mediamtx":
      return {
        hls: `${protocol}//${hostname}:8888/live/{droneSn}/index.m3u8?${signature}`,
        webrtc: `${protocol}//${hostname}:8889/live/{droneSn}/whep?${signature}`,
        rtmp,
      };
  }
}

/** Origins that pages play from, for the content security policy. */
export const getMediaOrigins = (edge: MediaEdge | null): readonly string[] => {
  if (!edge) return [];
  const { rtmp: _external, ...played } = edge.templates;
  return [...new Set(Object.values(played).map((template) => new URL(template.replace(/[{}]/g, "")).origin))];
};
