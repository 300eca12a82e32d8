import type { Page } from "playwright-core";
import { exportingSubject } from "../../../model/subjects/exporting.ts";
import { type Desk, type Driver, driver } from "../driver.ts";
import { enter } from "../enter.ts";
import { answerCalls, broken, byServer, type HeldCalls, holdCalls, says } from "../heldCalls.ts";
import { type ListPlace, listPlaces } from "./listPlaces.ts";

interface ExportDesk extends Desk {
  readonly file: HeldCalls;
}

const adminPhone = "13800000001";
const button = (page: Page, name: RegExp) => page.getByRole("dialog").getByRole("button", { name });

/** 导出 on one list as an operator meets it: every state, success, failure and 取消. R-289. */
const exportDriver = ({ title, noun, address, exports }: ListPlace): Driver =>
  driver<ExportDesk>({
    machine: "exporting",
    title: `导出${title}`,
    subject: exportingSubject,
    before: `已登录，打开“${title}”`,
    key: () => null,
    walks: [
      [
        "start",
        "export fails",
        "start",
        "cancel",
        "start",
        "file comes",
        "close",
        "start",
        "cancel",
        "close",
      ],
    ],
    open: async (given) => {
      const desk = { ...given, phone: adminPhone };
      const file = await holdCalls(desk.page, `**${exports}`);
      await answerCalls(desk.page, "**/wms/api/checkPwdStatus", says(0));
      await enter(desk.page, desk.base, desk.phone, address);
      await desk.page.getByRole("table").first().getByRole("cell").first().waitFor();
      return { ...desk, file };
    },
    acts: {
      start: {
        words: `点击“导出”，再点击“开始导出”（或“重试”）`,
        go: ({ page, file }) =>
          file.askedBy(async () => {
            const open = await page.getByRole("dialog", { name: `导出${noun}` }).isVisible();
            if (!open) await page.getByRole("button", { name: "导出", exact: true }).click();
            await button(page, /^(开始导出|重试)$/).click();
          }),
      },
      "export fails": { words: "连接中断", go: ({ file }) => file.answer(broken) },
      "file comes": {
        words: "服务器写完文件",
        go: ({ page, file }) => Promise.all([page.waitForEvent("download"), file.answer(byServer)]),
      },
      cancel: { words: "点击“取消导出”", go: ({ page }) => button(page, /^取消导出$/).click() },
      close: {
        words: "点击“关闭”",
        go: ({ page }) =>
          button(page, /^关闭$/)
            .last()
            .click(),
      },
    },
    looks: {
      idle: {
        words: "没有导出窗口",
        see: ({ page }) => page.getByRole("dialog").waitFor({ state: "detached" }),
      },
      running: {
        words: "显示导出进度，关闭窗口后继续",
        see: ({ page }) => page.getByRole("progressbar", { name: "导出进度" }).waitFor(),
      },
      done: {
        words: "显示写入的行数和文件名",
        see: ({ page }) =>
          page
            .getByRole("status")
            .filter({ hasText: /已写入 [\d,]+ 行，文件名：\S+\.xlsx/ })
            .waitFor(),
      },
      cancelled: {
        words: "说明导出已取消，可以重试",
        see: async ({ page }) => {
          await page.getByText("导出已取消", { exact: true }).waitFor();
          await button(page, /^重试$/).waitFor();
        },
      },
      failed: {
        words: "说明导出失败，可以重试",
        see: async ({ page }) => {
          await page.getByRole("dialog").getByRole("alert").filter({ hasText: "导出失败" }).waitFor();
          await button(page, /^重试$/).waitFor();
        },
      },
    },
  });

/** Every list that can be exported. */
export const exportDrivers: readonly Driver[] = listPlaces
  .filter(({ exports }) => exports !== null)
  .map(exportDriver);
