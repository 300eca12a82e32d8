import type { Locator } from "playwright-core";
import * as z from "zod/mini";
import type { Seen } from "../../../model/reference.ts";
import { editSubject } from "../../../model/subjects/edit.ts";
import { type Desk, driver } from "../driver.ts";
import { enter } from "../enter.ts";
import { broken, byServer, type HeldCalls, holdCalls, says } from "../heldCalls.ts";
import { becomes } from "../until.ts";

interface EditDesk extends Desk {
  readonly draft: HeldCalls;
  readonly save: HeldCalls;
  /** The record that is edited, as the server has it. */
  readonly row: Readonly<Record<string, unknown>> & { readonly version: number };
}

const listed = z.object({ data: z.object({ list: z.array(z.looseObject({ version: z.number() })) }) });

const dialog = ({ page }: Desk) => page.getByRole("dialog", { name: "编辑渠道" });
const press = (within: Locator, name: string) => within.getByRole("button", { name, exact: true }).click();
const remark = (desk: Desk) => dialog(desk).getByRole("textbox", { name: "备注" });
const alert = (desk: Desk, words: string) => dialog(desk).getByRole("alert").filter({ hasText: words });

/** The form stands, holding the remark that the path has brought about. */
async function seeForm(desk: EditDesk, { values }: Seen): Promise<void> {
  await dialog(desk)
    .getByRole("button", { name: "保存", exact: true })
    .and(desk.page.locator(":enabled"))
    .waitFor();
  const [, typed] = String(values).split("/");
  const wanted = typed === "旧" ? String(desk.row["remark"] ?? "") : (typed ?? "");
  await becomes(() => remark(desk).inputValue(), wanted, "the remark");
}

const form = (words: string) => ({ words, see: seeForm });

/** 编辑 as an operator meets it, on the channels: machines.md edit, screens.md forms. R-288. */
export const editDriver = driver<EditDesk>({
  machine: "edit",
  title: "编辑渠道",
  subject: editSubject,
  before: "已登录，打开“渠道列表”",
  key: () => null,
  walks: [
    "open version 3, no draft, type a remark, submit, saved",
    "open version 3, a draft, restore the draft, close, stay, submit, offline, submit, commit of unknown result, submit, field wrong, submit, conflict that cannot be read, close, leave",
    "open version 3, draft fails, type a remark, submit, conflict with version 4, take theirs, close",
    "open version 3, a draft, discard the draft, type a remark, submit, conflict with version 4, keep mine, answer that does not fit, close",
  ].map((walk) => walk.split(", ")),
  open: async (desk) => {
    const { page } = desk;
    const address = "**/wms/api/x/me/draft.channelCode.*";
    // What is kept and dropped on the way reaches no server: the next path begins without it.
    const kept = says(0, "", { updatedAt: "2026-11-20T06:00:00.000Z" });
    const draft = await holdCalls(page, address, ({ method }) => {
      if (method === "GET") return null;
      return method === "PUT" ? kept : says(0);
    });
    const save = await holdCalls(page, "**/wms/api/channelCode/update");
    const answered = page.waitForResponse("**/wms/api/channelCode/pageList");
    await enter(page, desk.base, desk.phone, "/channel/channelList");
    const [row] = listed.parse(await (await answered).json()).data.list;
    if (!row) throw new Error("there are no channels");
    return { ...desk, draft, save, row };
  },
  acts: {
    "open version 3": {
      words: "第一行点击“编辑”",
      go: ({ page, row }) => press(page.getByRole("table").first(), `编辑 ${String(row["name"])}`),
    },
    "no draft": { words: "没有草稿", go: ({ draft }) => draft.answer(says(0)) },
    "a draft": {
      words: "服务器有一份草稿，备注为“草稿”",
      go: ({ draft }) =>
        draft.answer(says(0, "", { value: { remark: "草稿" }, updatedAt: "2026-11-20T06:00:00.000Z" })),
    },
    "draft fails": { words: "读取草稿失败", go: ({ draft }) => draft.answer(broken) },
    "restore the draft": { words: "点击“恢复草稿”", go: (desk) => press(dialog(desk), "恢复草稿") },
    "discard the draft": { words: "点击“丢弃”", go: (desk) => press(dialog(desk), "丢弃") },
    "type a remark": { words: "备注改为“新”", go: (desk) => remark(desk).fill("新") },
    submit: {
      words: "点击“保存”（结果未知时“重新提交”）",
      go: (desk) =>
        dialog(desk)
          .getByRole("button", { name: /^(保存|重新提交)$/ })
          .click(),
    },
    close: {
      words: "点击“取消”（结果未知时“关闭并刷新列表”）",
      go: (desk) =>
        dialog(desk)
          .getByRole("button", { name: /^(取消|关闭并刷新列表)$/ })
          .click(),
    },
    stay: { words: "点击“继续填写”", go: ({ page }) => press(page.locator("body"), "继续填写") },
    leave: { words: "点击“放弃修改”", go: ({ page }) => press(page.locator("body"), "放弃修改") },
    saved: { words: "服务器保存成功", go: ({ save }) => save.answer(byServer) },
    offline: { words: "保存请求失败", go: ({ save }) => save.answer(broken) },
    "answer that does not fit": {
      words: "服务器的答复无法识别",
      go: ({ save }) => save.answer(says(0, "", { id: 7 })),
    },
    "commit of unknown result": {
      words: "服务器答复 503，保存时数据库连接中断",
      go: ({ save }) =>
        save.answer((call) =>
          call.answer({
            status: 503,
            json: { state: -1, message: "操作可能已经生效", data: { reason: "commitUnknown" } },
          }),
        ),
    },
    "field wrong": {
      words: "服务器答复 400，指出备注有误",
      go: ({ save }) =>
        save.answer((call) =>
          call.answer({
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
      words: "服务器答复 -5，他人已把联系人改为“张三”",
      go: ({ save, row }) =>
        save.answer(says(-5, "该记录已被他人修改", { ...row, version: row.version + 1, contact: "张三" })),
    },
    "conflict that cannot be read": {
      words: "服务器答复 -5，没有现在的内容",
      go: ({ save }) => save.answer(says(-5, "该记录已被他人修改")),
    },
    "keep mine": {
      words: "点击“保留我的修改并保存”",
      go: (desk) => press(dialog(desk), "保留我的修改并保存"),
    },
    "take theirs": { words: "点击“采用对方的内容”", go: (desk) => press(dialog(desk), "采用对方的内容") },
  },
  looks: {
    closed: {
      words: "没有表单，列表照常",
      see: async (desk) => {
        await desk.page.getByRole("dialog").waitFor({ state: "detached" });
        await desk.page.getByRole("table").first().waitFor();
      },
    },
    "filling.seeking": form("表单打开，可以填写"),
    "filling.offered.resting": {
      words: "提示有一份上次未保存的草稿",
      see: async (desk, seen) => {
        await alert(desk, "有一份上次未保存的草稿").waitFor();
        await seeForm(desk, seen);
      },
    },
    "filling.drafting": form("表单显示填写的内容"),
    "filling.kept": form("表单显示内容"),
    confirmingClose: {
      words: "询问“放弃修改？”",
      see: ({ page }) => page.getByRole("dialog", { name: "放弃修改？" }).waitFor(),
    },
    submitting: {
      words: "“保存”显示加载中",
      see: (desk) => dialog(desk).locator("button[type=submit][data-loading]").waitFor(),
    },
    "refused.unkept": {
      words: "显示服务器指出的错误，填写的内容保留",
      see: async (desk, seen) => {
        const words = String(seen["fault"]).startsWith("invalid")
          ? dialog(desk).getByText("备注含有不允许的内容", { exact: true })
          : alert(desk, "该记录已被他人修改");
        await words.waitFor();
        await seeForm(desk, seen);
      },
    },
    "conflict.unkept": {
      words: "逐项显示对方的修改和我的修改",
      see: async (desk) => {
        await alert(desk, "该记录已被他人修改").waitFor();
        const table = dialog(desk).getByRole("table", { name: "双方的修改" });
        await table.getByRole("row").filter({ hasText: "联系人" }).getByText("张三").waitFor();
      },
    },
    "unknown.unkept": {
      words: "说明“结果未知，请核对”",
      see: (desk) => alert(desk, "结果未知，请核对").waitFor(),
    },
  },
});
