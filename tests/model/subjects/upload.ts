import { uploadMachine } from "../../../machines/upload.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { uploadExpectation } from "../expect/upload.ts";

/** A file field with a pending upload; only file names ending in `.png` are valid. */
export const uploadSubject = defineSubject({
  name: "upload",
  expectation: uploadExpectation,
  build: (environment) => ({
    machine: uploadMachine<{ readonly name: string }>({
      validateFile: ({ name }) => (name.endsWith(".png") ? null : "只支持 PNG 图片"),
      upload: ({ name }, signal) => environment.call("upload", `POST ${name}`, signal),
      onUploaded: (address) => environment.recordEffect(`holds ${address}`),
    }),
  }),
  observe: ({ message }: { message: string }) => ({ message }),
  stimuli: [
    { label: "choose a picture", event: { type: "file.choose", file: { name: "logo.png" } } },
    { label: "choose an svg", event: { type: "file.choose", file: { name: "logo.svg" } } },
    { label: "cancel", event: { type: "upload.cancel" } },
    { label: "uploaded", event: { type: "xstate.done.actor.upload", output: "/uploads/7" } },
    {
      label: "server refuses",
      event: { type: "xstate.error.actor.upload", error: { kind: "refused", message: "文件已损坏" } },
    },
    {
      label: "no answer",
      event: { type: "xstate.error.actor.upload", error: { kind: "offline", message: "" } },
    },
  ],
});
