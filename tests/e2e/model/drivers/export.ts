import type { Page } from "playwright-core";
import { exportSubject } from "../../../model/subjects/export.ts";
import { withDemoAccount } from "../createPathContext.ts";
import { type Driver, defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import {
  abortCall,
  holdCalls,
  type PendingCalls,
  passThrough,
  respondToCalls,
  respondWith,
} from "../holdCalls.ts";
import { type ListTarget, listTargets } from "./listTargets.ts";

interface ExportContext extends PathContext {
  readonly file: PendingCalls;
}

const adminPhone = "13800000001";
const getDialogButton = (page: Page, name: RegExp) => page.getByRole("dialog").getByRole("button", { name });

/** 导出 on one list: success, failure and 取消. R-289. */
const createExportDriver = ({ title, noun, address, exportPath, walk }: ListTarget): Driver =>
  defineDriver<ExportContext>({
    machine: "export",
    title: `导出${title}`,
    // The export is the list engine's; tests/model/exportColumns.test.ts compares its columns on every list.
    isRepetition: walk === "once",
    subject: exportSubject,
    precondition: `已登录，打开“${title}”`,
    key: () => null,
    walks: [
      [
        "start",
        "export fails",
        "start",
        "cancel",
        "start",
        "file arrives",
        "close",
        "start",
        "cancel",
        "close",
      ],
    ],
    open: async (base) => {
      const ctx = withDemoAccount(base, adminPhone);
      const file = await holdCalls(ctx.page, `**${exportPath}`);
      await respondToCalls(ctx.page, "**/wms/api/checkPwdStatus", respondWith(0));
      await enterWithSession(ctx, address);
      await ctx.page.getByRole("table").first().getByRole("cell").first().waitFor();
      return { ...ctx, file };
    },
    actions: {
      start: {
        description: `点击“导出”，再点击“开始导出”（或“重试”）`,
        run: ({ page, file }) =>
          file.runAndWaitForCall(async () => {
            const isOpen = await page.getByRole("dialog", { name: `导出${noun}` }).isVisible();
            if (!isOpen) await page.getByRole("button", { name: "导出", exact: true }).click();
            await getDialogButton(page, /^(开始导出|重试)$/).click();
          }),
      },
      "export fails": { description: "连接中断", run: ({ file }) => file.respond(abortCall) },
      "file arrives": {
        description: "服务器写完文件",
        run: ({ page, file }) => Promise.all([page.waitForEvent("download"), file.respond(passThrough)]),
      },
      cancel: {
        description: "点击“取消导出”",
        run: ({ page }) => getDialogButton(page, /^取消导出$/).click(),
      },
      close: {
        description: "点击“关闭”",
        run: ({ page }) =>
          getDialogButton(page, /^关闭$/)
            .last()
            .click(),
      },
    },
    checks: {
      idle: {
        description: "没有导出窗口",
        check: ({ page }) => page.getByRole("dialog").waitFor({ state: "detached" }),
      },
      running: {
        description: "显示导出进度，关闭窗口后继续",
        check: ({ page }) => page.getByRole("progressbar", { name: "导出进度" }).waitFor(),
      },
      done: {
        description: "显示写入的行数和文件名",
        check: ({ page }) =>
          page
            .getByRole("status")
            .filter({ hasText: /已写入 [\d,]+ 行，文件名：\S+\.xlsx/ })
            .waitFor(),
      },
      cancelled: {
        description: "说明导出已取消，可以重试",
        check: async ({ page }) => {
          await page.getByText("导出已取消", { exact: true }).waitFor();
          await getDialogButton(page, /^重试$/).waitFor();
        },
      },
      failed: {
        description: "说明导出失败，可以重试",
        check: async ({ page }) => {
          await page.getByRole("dialog").getByRole("alert").filter({ hasText: "导出失败" }).waitFor();
          await getDialogButton(page, /^重试$/).waitFor();
        },
      },
    },
  });

/** One driver for each list with an export. */
export const exportDrivers: readonly Driver[] = listTargets
  .filter(({ exportPath }) => exportPath !== null)
  .map(createExportDriver);
