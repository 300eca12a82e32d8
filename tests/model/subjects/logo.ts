import { type LogoContext, logoMachine } from "../../../machines/logo.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { logoExpectation } from "../expect/logo.ts";

const errorStimulus = (label: string, actor: string, error: { kind: string; message: string }) => ({
  label,
  event: { type: `xstate.error.actor.${actor}`, error },
});

/** A company's logo with pending calls; only file names ending in `.png` are valid. */
export const logoSubject = defineSubject({
  name: "logo",
  expectation: logoExpectation,
  build: (environment) => ({
    machine: logoMachine<{ readonly name: string }, string>({
      validateFile: ({ name }) => (name.endsWith(".png") ? null : "只支持 PNG、JPEG、WebP 图片"),
      readImage: ({ name }, signal) => environment.call("open", `opens ${name}`, signal),
      upload: ({ source, cut }, signal) =>
        environment.call("upload", `POST /logo/upload ${source} ${cut}`, signal),
      newRequestId: () => `q${environment.nextId()}`,
      submit: ({ url, requestId }, signal) =>
        environment.call("submit", `PUT /logo/submit ${url} ${requestId}`, signal),
      onSubmitted: () => environment.recordEffect("tells it is submitted"),
      onUncertain: () => environment.recordEffect("loads the page anew"),
    }),
  }),
  observe: ({ source, preview, requestId, message }: LogoContext) => ({
    source,
    preview: preview && `${preview.url} ${preview.image}`,
    requestId,
    message,
  }),
  key: ({ context }) => [context.message, context.preview !== null],
  stimuli: [
    { label: "choose a picture", event: { type: "file.choose", file: { name: "logo.png" } } },
    { label: "choose an svg", event: { type: "file.choose", file: { name: "logo.svg" } } },
    { label: "invalid image", event: { type: "image.failed" } },
    { label: "crop", event: { type: "crop.submit", cut: "4:1" } },
    { label: "crop again", event: { type: "crop.again" } },
    { label: "submit", event: { type: "logo.submit" } },
    { label: "close", event: { type: "dialog.close" } },
    { label: "opened", event: { type: "xstate.done.actor.open", output: "data:logo" } },
    errorStimulus("cannot be opened", "open", { kind: "unknown", message: "broken" }),
    {
      label: "uploaded",
      event: { type: "xstate.done.actor.upload", output: { url: "/uploads/7", image: "header" } },
    },
    errorStimulus("upload refused", "upload", { kind: "refused", message: "图片不能超过 2 MB" }),
    errorStimulus("upload without an answer", "upload", { kind: "offline", message: "" }),
    { label: "submitted", event: { type: "xstate.done.actor.submit", output: {} } },
    errorStimulus("submit refused", "submit", { kind: "refused", message: "企业已冻结" }),
    errorStimulus("submit without an answer", "submit", { kind: "timeout", message: "" }),
    errorStimulus("submit of unknown commit", "submit", { kind: "commitUnknown", message: "可能已经生效" }),
    errorStimulus("submit answered oddly", "submit", { kind: "contract", message: "data.id" }),
  ],
  invariant: ({ effects }) =>
    effects.filter((item) => item.startsWith("PUT")).length > 1 ? "submitted twice in one step" : null,
});
