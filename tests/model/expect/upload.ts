import { defineExpectation } from "../createReference.ts";

interface UploadObserved {
  readonly [part: string]: unknown;
  readonly message: string;
}

const idleStates = "idle.*";

/** screens.md forms: bad input loses nothing; contract section 5 uploads. */
export const uploadExpectation = defineExpectation<UploadObserved>({
  seen: () => ({ message: "" }),
  start: [],
  regions: {
    "": {
      initial: "idle.ready",
      states: { "idle.ready": [], "idle.refused": ["refused"], uploading: ["busy"] },
      rules: [
        {
          from: idleStates,
          on: "choose a picture",
          to: "uploading",
          sets: { message: "" },
          does: ["POST logo.png"],
          row: "contract 5 logo/upload",
        },
        {
          from: idleStates,
          on: "choose an svg",
          to: "idle.refused",
          sets: { message: "只支持 PNG 图片" },
          row: "contract 5 svg refused",
        },
        { from: "uploading", on: "uploaded", to: "idle.ready", does: ["holds /uploads/7"] },
        {
          from: "uploading",
          on: "server refuses",
          to: "idle.refused",
          sets: { message: "文件已损坏" },
          row: "screens.md bad input loses nothing",
        },
        {
          from: "uploading",
          on: "no answer",
          to: "idle.refused",
          sets: { message: "文件没有上传成功，请重试" },
        },
        {
          from: "uploading",
          on: "cancel",
          to: "idle.ready",
          does: ["aborts upload"],
          row: "contract 1 uploads have a cancel",
        },
      ],
    },
  },
});
