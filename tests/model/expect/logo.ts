import { defineExpectation, type Rule } from "../createReference.ts";

interface LogoObserved {
  readonly [part: string]: unknown;
  readonly source: string;
  readonly preview: string | null;
  readonly requestId: string;
  readonly message: string;
}

const choosingStates = "choosing.*";
const nextRequestId = ({ requestId }: LogoObserved) =>
  requestId === "" ? "q1" : `q${Number(requestId.slice(1)) + 1}`;
const previewStates = ["choosing.previewing", "choosing.refused"];
const closeRule = (from: string | readonly string[], does: readonly string[] = []): Rule<LogoObserved> => ({
  from,
  on: "close",
  to: "closed",
  does,
});

/** A company's logo: upload with crop, preview, submit. */
export const logoExpectation = defineExpectation<LogoObserved>({
  seen: () => ({ source: "", preview: null, requestId: "", message: "" }),
  start: [],
  regions: {
    "": {
      initial: "choosing.picking",
      states: {
        "choosing.picking": [],
        "choosing.cropping": ["crop", "unsaved"],
        "choosing.previewing": ["preview", "unsaved"],
        "choosing.refused": ["preview", "unsaved"],
        opening: ["busy"],
        uploading: ["busy", "crop", "unsaved"],
        submitting: ["busy", "preview", "unsaved"],
        done: [],
        closed: [],
      },
      rules: [
        {
          from: choosingStates,
          on: "choose a picture",
          to: "opening",
          sets: { message: "" },
          does: ["opens logo.png"],
          row: "logo/upload",
        },
        {
          from: choosingStates,
          on: "choose an svg",
          sets: { message: "只支持 PNG、JPEG、WebP 图片" },
          row: "SVG is refused",
        },
        { from: "opening", on: "opened", to: "choosing.cropping", sets: { source: "data:logo" } },
        {
          from: "opening",
          on: "cannot be opened",
          to: "choosing.picking",
          sets: { message: "无法读取该图片，请换一张" },
        },
        {
          from: "choosing.cropping",
          on: "invalid image",
          to: "choosing.picking",
          sets: { message: "无法读取该图片，请换一张" },
        },
        {
          from: "choosing.cropping",
          on: "crop",
          to: "uploading",
          sets: { message: "" },
          does: ["POST /logo/upload data:logo 4:1"],
          row: "logo/upload",
        },
        {
          from: "uploading",
          on: "uploaded",
          to: "choosing.previewing",
          sets: (seen) => ({ preview: "/uploads/7 header", requestId: nextRequestId(seen) }),
          row: "logo/preview",
        },
        {
          from: "uploading",
          on: "upload refused",
          to: "choosing.cropping",
          sets: { message: "图片不能超过 2 MB" },
          row: "bad input loses nothing",
        },
        {
          from: "uploading",
          on: "upload without an answer",
          to: "choosing.cropping",
          sets: { message: "未能完成，请稍后重试" },
        },
        { from: previewStates, on: "crop again", to: "choosing.cropping", sets: { message: "" } },
        {
          from: previewStates,
          on: "submit",
          to: "submitting",
          sets: { message: "" },
          does: (seen) => [`PUT /logo/submit /uploads/7 ${seen.requestId}`],
          row: "logo/submit is idempotent",
        },
        { from: "submitting", on: "submitted", to: "done", does: ["notifies: submitted"] },
        { from: "submitting", on: "submit refused", to: "choosing.refused", sets: { message: "企业已冻结" } },
        {
          from: "submitting",
          on: ["submit without an answer", "submit of unknown commit", "submit answered oddly"],
          to: "choosing.refused",
          sets: { message: "结果未知，请核对。重新提交不会重复操作。" },
          does: ["loads the page anew"],
          row: "结果未知",
        },
        closeRule(choosingStates),
        closeRule("opening", ["aborts open"]),
        closeRule("uploading", ["aborts upload"]),
        closeRule("submitting", ["loads the page anew", "aborts submit"]),
      ],
    },
  },
});
