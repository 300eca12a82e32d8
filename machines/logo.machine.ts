import { assertEvent, assign, fromPromise, setup } from "xstate";
import { isOutcomeUnknown } from "./afterError.ts";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** An uploaded picture, and a preview of the company's header with it. */
export interface LogoPreview {
  readonly url: string;
  readonly image: string;
}

/** Port of the logo dialog. Functions without a promise must not throw. */
export interface LogoPort<File, Cut> {
  /** Returns an error message, or null for a valid file. */
  readonly validateFile: (file: File) => string | null;
  /** Reads the file as an image for the cropper. */
  readonly readImage: (file: File, signal: AbortSignal) => Promise<string>;
  /** Crops the picture, uploads it and requests the header preview. */
  readonly upload: (input: { source: string; cut: Cut }, signal: AbortSignal) => Promise<LogoPreview>;
  /** Called once per uploaded picture. */
  readonly newRequestId: () => string;
  readonly submit: (request: { url: string; requestId: string }, signal: AbortSignal) => Promise<unknown>;
  readonly onSubmitted: () => void;
  /** It is unknown whether the logo was saved: the page must reload its data. */
  readonly onUncertain: () => void;
}

export type LogoEvent<File, Cut> =
  | { type: "file.choose"; file: File }
  /** The file is not a valid image. */
  | { type: "image.failed" }
  | { type: "crop.submit"; cut: Cut }
  | { type: "crop.again" }
  | { type: "logo.submit" }
  | { type: "dialog.close" };

export interface LogoContext {
  readonly source: string;
  readonly preview: LogoPreview | null;
  readonly requestId: string;
  /** Error message of the last step. */
  readonly message: string;
}

const unreadableMessage = "无法读取该图片，请换一张";

/** A company's logo: choose, crop, upload, preview, submit. One actor per opening of the dialog. */
export const logoMachine = <File, Cut>(port: LogoPort<File, Cut>) =>
  setup({
    types: {} as {
      context: LogoContext;
      events: LogoEvent<File, Cut>;
      tags: "crop" | "preview" | "busy" | "unsaved";
    },
    actors: {
      open: fromPromise<string, { file: File }>(({ input, signal }) => port.readImage(input.file, signal)),
      upload: fromPromise<LogoPreview, { source: string; cut: Cut }>(({ input, signal }) =>
        port.upload(input, signal),
      ),
      submit: fromPromise<unknown, { url: string; requestId: string }>(({ input, signal }) =>
        port.submit(input, signal),
      ),
    },
    actions: {
      clearMessage: assign({ message: "" }),
      setSource: assign((_, source: string) => ({ source })),
      setPreview: assign((_, preview: LogoPreview) => ({ preview, requestId: port.newRequestId() })),
      setFileError: assign((_, { file }: { file: File }) => ({ message: port.validateFile(file) ?? "" })),
      setUnreadable: assign({ message: unreadableMessage }),
      setError: assign((_, { message }: ErrorInfo) => ({ message: message || "未能完成，请稍后重试" })),
      setUncertain: assign({ message: "结果未知，请核对。重新提交不会重复操作。" }),
      notifySubmitted: () => port.onSubmitted(),
      notifyUncertain: () => port.onUncertain(),
    },
    guards: {
      isInvalidFile: (_, { file }: { file: File }) => port.validateFile(file) !== null,
      uncertain: (_, error: ErrorInfo) => isOutcomeUnknown(error),
    },
  }).createMachine({
    id: "logo",
    context: { source: "", preview: null, requestId: "", message: "" },
    initial: "choosing",
    on: { "dialog.close": ".closed" },
    states: {
      choosing: {
        initial: "picking",
        on: {
          "file.choose": [
            {
              guard: { type: "isInvalidFile", params: ({ event }) => ({ file: event.file }) },
              actions: { type: "setFileError", params: ({ event }) => ({ file: event.file }) },
            },
            { target: "opening" },
          ],
        },
        states: {
          picking: {},
          cropping: {
            tags: ["crop", "unsaved"],
            on: {
              "crop.submit": "#logo.uploading",
              "image.failed": { target: "picking", actions: "setUnreadable" },
            },
          },
          previewing: {
            tags: ["preview", "unsaved"],
            on: {
              "crop.again": { target: "cropping", actions: "clearMessage" },
              "logo.submit": "#logo.submitting",
            },
          },
          refused: {
            tags: ["preview", "unsaved"],
            on: {
              "crop.again": { target: "cropping", actions: "clearMessage" },
              "logo.submit": "#logo.submitting",
            },
          },
        },
      },
      opening: {
        tags: "busy",
        entry: "clearMessage",
        invoke: {
          id: "open",
          src: "open",
          input: ({ event }) => {
            assertEvent(event, "file.choose");
            return { file: event.file };
          },
          onDone: {
            target: "choosing.cropping",
            actions: { type: "setSource", params: ({ event }) => event.output },
          },
          onError: { target: "choosing.picking", actions: "setUnreadable" },
        },
      },
      uploading: {
        tags: ["crop", "busy", "unsaved"],
        entry: "clearMessage",
        invoke: {
          id: "upload",
          src: "upload",
          input: ({ context: { source }, event }) => {
            assertEvent(event, "crop.submit");
            return { source, cut: event.cut };
          },
          onDone: {
            target: "choosing.previewing",
            actions: { type: "setPreview", params: ({ event }) => event.output },
          },
          onError: {
            target: "choosing.cropping",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
          },
        },
      },
      submitting: {
        tags: ["preview", "busy", "unsaved"],
        entry: "clearMessage",
        // The request may have succeeded.
        on: { "dialog.close": { target: "closed", actions: "notifyUncertain" } },
        invoke: {
          id: "submit",
          src: "submit",
          input: ({ context: { preview, requestId } }) => ({ url: preview?.url ?? "", requestId }),
          onDone: { target: "done", actions: "notifySubmitted" },
          onError: [
            {
              guard: { type: "uncertain", params: ({ event }) => toErrorInfo(event.error) },
              target: "choosing.refused",
              actions: ["setUncertain", "notifyUncertain"],
            },
            {
              target: "choosing.refused",
              actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
            },
          ],
        },
      },
      done: { type: "final" },
      closed: { type: "final" },
    },
  });
