import { modals } from "@mantine/modals";
import { useNavigate } from "react-router-dom";
import { useRuntime } from "../runtime/useRuntime.ts";

/** What one does with tags; what would lose something unsaved asks first. */
export function useTagActs() {
  const { tags, scopes } = useRuntime();
  const navigate = useNavigate();
  const closable = () =>
    tags
      .getSnapshot()
      .context.tags.filter(({ affixed }) => !affixed)
      .map(({ path }) => path);
  const asking = (paths: readonly string[], act: () => void) => {
    const unsaved = scopes.unsaved(paths);
    if (unsaved.length === 0) return act();
    const known = tags.getSnapshot().context.tags;
    const titles = unsaved.map((path) => `「${known.find((tag) => tag.path === path)?.title ?? path}」`);
    modals.openConfirmModal({
      title: "有未保存的内容",
      children: `${titles.join("、")}中有尚未保存的内容，关闭后将丢失。`,
      labels: { confirm: "仍要关闭", cancel: "继续编辑" },
      confirmProps: { color: "red" },
      onConfirm: act,
    });
  };
  return {
    refresh: (path: string) => asking([path], () => void navigate(`/redirect${path}`)),
    close: (path: string) => asking([path], () => tags.send({ type: "tag.close", path })),
    closeOthers: (path: string) =>
      asking(
        closable().filter((one) => one !== path),
        () => tags.send({ type: "tag.closeOthers", path }),
      ),
    closeAll: () => asking(closable(), () => tags.send({ type: "tag.closeAll" })),
  };
}
