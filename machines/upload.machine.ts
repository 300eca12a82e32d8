import { assertEvent, assign, fromPromise, setup } from "xstate";
import { toErrorInfo } from "./errorInfo.ts";

/** Port of a form's file field. Functions without a promise must not throw. */
export interface UploadPort<File> {
  /** Returns an error message, or null for a valid file. */
  readonly validateFile: (file: File) => string | null;
  /** Uploads the file; resolves with its address. */
  readonly upload: (file: File, signal: AbortSignal) => Promise<string>;
  readonly onUploaded: (url: string) => void;
}

export type UploadEvent<File> = { type: "file.choose"; file: File } | { type: "upload.cancel" };

/** File field of a form: uploads a file as soon as it is chosen, and retains the previous one on failure. */
export const uploadMachine = <File>(port: UploadPort<File>) =>
  setup({
    types: {} as {
      /** Error message of the last upload. */
      context: { readonly message: string };
      events: UploadEvent<File>;
      tags: "busy" | "refused";
    },
    actors: {
      upload: fromPromise<string, { file: File }>(({ input, signal }) => port.upload(input.file, signal)),
    },
    actions: {
      clearMessage: assign({ message: "" }),
      setFileError: assign((_, { file }: { file: File }) => ({ message: port.validateFile(file) ?? "" })),
      setError: assign((_, message: string) => ({ message: message || "文件没有上传成功，请重试" })),
      notifyUploaded: (_, url: string) => port.onUploaded(url),
    },
    guards: { isInvalidFile: (_, { file }: { file: File }) => port.validateFile(file) !== null },
  }).createMachine({
    id: "upload",
    context: { message: "" },
    initial: "idle",
    states: {
      idle: {
        initial: "ready",
        on: {
          "file.choose": [
            {
              guard: { type: "isInvalidFile", params: ({ event }) => ({ file: event.file }) },
              target: ".refused",
              actions: { type: "setFileError", params: ({ event }) => ({ file: event.file }) },
            },
            { target: "uploading" },
          ],
        },
        states: { ready: {}, refused: { tags: "refused" } },
      },
      uploading: {
        tags: "busy",
        entry: "clearMessage",
        invoke: {
          id: "upload",
          src: "upload",
          input: ({ event }) => {
            assertEvent(event, "file.choose");
            return { file: event.file };
          },
          onDone: {
            target: "idle.ready",
            actions: { type: "notifyUploaded", params: ({ event }) => event.output },
          },
          onError: {
            target: "idle.refused",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error).message },
          },
        },
        on: { "upload.cancel": "idle.ready" },
      },
    },
  });
