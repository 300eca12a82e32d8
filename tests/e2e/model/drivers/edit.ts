import type { Locator } from "playwright-core";
import * as z from "zod/mini";
import type { Observed } from "../../../model/createReference.ts";
import { editSubject } from "../../../model/subjects/edit.ts";
import { defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import { abortCall, holdCalls, type PendingCalls, passThrough, respondWith } from "../holdCalls.ts";
import { waitForValue } from "../waitUntil.ts";

interface EditContext extends PathContext {
  readonly draft: PendingCalls;
  readonly save: PendingCalls;
  /** The edited record, as the server returned it. */
  readonly row: Readonly<Record<string, unknown>> & { readonly version: number };
}

const listResponse = z.object({ data: z.object({ list: z.array(z.looseObject({ version: z.number() })) }) });

const getDialog = ({ page }: PathContext) => page.getByRole("dialog", { name: "编辑渠道" });
const press = (within: Locator, name: string) => within.getByRole("button", { name, exact: true }).click();
const getRemark = (ctx: PathContext) => getDialog(ctx).getByRole("textbox", { name: "备注" });
const getAlert = (ctx: PathContext, text: string) =>
  getDialog(ctx).getByRole("alert").filter({ hasText: text });

/** Expects the form with the remark that the path typed. */
async function expectForm(ctx: EditContext, { values }: Observed): Promise<void> {
  await getDialog(ctx)
    .getByRole("button", { name: "保存", exact: true })
    .and(ctx.page.locator(":enabled"))
    .waitFor();
  const [, typed] = String(values).split("/");
  const expectedRemark = typed === "旧" ? String(ctx.row["remark"] ?? "") : (typed ?? "");
  await waitForValue(() => getRemark(ctx).inputValue(), expectedRemark, "the remark");
}

const formCheck = (description: string) => ({ description, check: expectForm });

/** 编辑 on the channel list. R-288. */
export const editDriver = defineDriver<EditContext>({
  machine: "edit",
  title: "编辑渠道",
  subject: editSubject,
  precondition: "已登录，打开“渠道列表”",
  key: () => null,
  walks: [
    "open version 3, no draft, type a remark, submit, saved",
    "open version 3, a draft, restore the draft, close, stay, submit, offline, submit, commit of unknown result, submit, field wrong, submit, conflict that cannot be read, close, leave",
    "open version 3, draft fails, type a remark, submit, conflict with version 4, take theirs, close",
    "open version 3, a draft, discard the draft, type a remark, submit, conflict with version 4, keep mine, answer that does not fit, close",
  ].map((walk) => walk.split(", ")),
  open: async (ctx) => {
    const { page } = ctx;
    const address = "**/wms/api/x/me/draft.channelCode.*";
    // Saving and deleting drafts is mocked, so that the next path starts without a draft.
    const draftSaved = respondWith(0, "", { updatedAt: "2026-11-20T06:00:00.000Z" });
    const draft = await holdCalls(page, address, ({ method }) => {
      if (method === "GET") return null;
      return method === "PUT" ? draftSaved : respondWith(0);
    });
    const save = await holdCalls(page, "**/wms/api/channelCode/update");
    const listResponsePromise = page.waitForResponse("**/wms/api/channelCode/pageList");
    await enterWithSession(ctx, "/channel/channelList");
    const [row] = listResponse.parse(await (await listResponsePromise).json()).data.list;
    if (!row) throw new Error("the channel list is empty");
    return { ...ctx, draft, save, row };
  },
  actions: {
    "open version 3": {
      description: "第一行点击“编辑”",
      run: ({ page, row }) => press(page.getByRole("table").first(), `编辑 ${String(row["name"])}`),
    },
    "no draft": { description: "没有草稿", run: ({ draft }) => draft.respond(respondWith(0)) },
    "a draft": {
      description: "服务器有一份草稿，备注为“草稿”",
      run: ({ draft }) =>
        draft.respond(
          respondWith(0, "", { value: { remark: "草稿" }, updatedAt: "2026-11-20T06:00:00.000Z" }),
        ),
    },
    "draft fails": { description: "读取草稿失败", run: ({ draft }) => draft.respond(abortCall) },
    "restore the draft": { description: "点击“恢复草稿”", run: (ctx) => press(getDialog(ctx), "恢复草稿") },
    "discard the draft": { description: "点击“丢弃”", run: (ctx) => press(getDialog(ctx), "丢弃") },
    "type a remark": { description: "备注改为“新”", run: (ctx) => getRemark(ctx).fill("新") },
    submit: {
      description: "点击“保存”（结果未知时“重新提交”）",
      run: (ctx) =>
        getDialog(ctx)
          .getByRole("button", { name: /^(保存|重新提交)$/ })
          .click(),
    },
    close: {
      description: "点击“取消”（结果未知时“关闭并刷新列表”）",
      run: (ctx) =>
        getDialog(ctx)
          .getByRole("button", { name: /^(取消|关闭并刷新列表)$/ })
          .click(),
    },
    stay: { description: "点击“继续填写”", run: ({ page }) => press(page.locator("body"), "继续填写") },
    leave: { description: "点击“放弃修改”", run: ({ page }) => press(page.locator("body"), "放弃修改") },
    saved: { description: "服务器保存成功", run: ({ save }) => save.respond(passThrough) },
    offline: { description: "保存请求失败", run: ({ save }) => save.respond(abortCall) },
    "answer that does not fit": {
      description: "服务器的答复无法识别",
      run: ({ save }) => save.respond((call) => call.fulfill({ json: "saved" })),
    },
    "commit of unknown result": {
      description: "服务器答复 503，保存时数据库连接中断",
      run: ({ save }) =>
        save.respond((call) =>
          call.fulfill({
            status: 503,
            json: { state: -1, message: "操作可能已经生效", data: { reason: "commitUnknown" } },
          }),
        ),
    },
    "field wrong": {
      description: "服务器答复 400，指出备注有误",
      run: ({ save }) =>
        save.respond((call) =>
          call.fulfill({
            status: 400,
            json: {
              state: -1,
              message: "提交的内容有误",
              data: { issues: [{ path: "remark", message: "备注含有不允许的内容" }] },
            },
          }),
        ),
    },
    "conflict with version 4": {
      description: "服务器答复 -5，他人已把联系人改为“张三”",
      run: ({ save, row }) =>
        save.respond(
          respondWith(-5, "该记录已被他人修改", { ...row, version: row.version + 1, contact: "张三" }),
        ),
    },
    "conflict that cannot be read": {
      description: "服务器答复 -5，没有现在的内容",
      run: ({ save }) => save.respond(respondWith(-5, "该记录已被他人修改")),
    },
    "keep mine": {
      description: "点击“保留我的修改并保存”",
      run: (ctx) => press(getDialog(ctx), "保留我的修改并保存"),
    },
    "take theirs": {
      description: "点击“采用对方的内容”",
      run: (ctx) => press(getDialog(ctx), "采用对方的内容"),
    },
  },
  checks: {
    closed: {
      description: "没有表单，列表照常",
      check: async (ctx) => {
        await ctx.page.getByRole("dialog").waitFor({ state: "detached" });
        await ctx.page.getByRole("table").first().waitFor();
      },
    },
    "filling.loadingDraft": formCheck("表单打开，可以填写"),
    "filling.draftOffered.idle": {
      description: "提示有一份上次未保存的草稿",
      check: async (ctx, seen) => {
        await getAlert(ctx, "有一份上次未保存的草稿").waitFor();
        await expectForm(ctx, seen);
      },
    },
    "filling.drafting": formCheck("表单显示填写的内容"),
    "filling.draftSaved": formCheck("表单显示内容"),
    confirmingClose: {
      description: "询问“放弃修改？”",
      check: ({ page }) => page.getByRole("dialog", { name: "放弃修改？" }).waitFor(),
    },
    submitting: {
      description: "“保存”显示加载中",
      check: (ctx) => getDialog(ctx).locator("button[type=submit][data-loading]").waitFor(),
    },
    "refused.draftPending": {
      description: "显示服务器指出的错误，填写的内容保留",
      check: async (ctx, seen) => {
        const message = String(seen["error"]).startsWith("invalid")
          ? getDialog(ctx).getByText("备注含有不允许的内容", { exact: true })
          : getAlert(ctx, "该记录已被他人修改");
        await message.waitFor();
        await expectForm(ctx, seen);
      },
    },
    "conflict.draftPending": {
      description: "逐项显示对方的修改和我的修改",
      check: async (ctx) => {
        await getAlert(ctx, "该记录已被他人修改").waitFor();
        const table = getDialog(ctx).getByRole("table", { name: "双方的修改" });
        await table.getByRole("row").filter({ hasText: "联系人" }).getByText("张三").waitFor();
      },
    },
    "unknown.draftPending": {
      description: "说明“结果未知，请核对”",
      check: (ctx) => getAlert(ctx, "结果未知，请核对").waitFor(),
    },
  },
});
