import "@mantine/spotlight/styles.layer.css";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { buildMenu } from "../../../machines/permissions.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { menuGroups } from "../routes/menuGroups.ts";
import { createPageSearch } from "./createPageSearch.ts";

/** Searches the menu by title, path, pinyin and initials; opens whenever `openCount` increases. */
export default function MenuSearch({ openCount }: { readonly openCount: number }) {
  const { user } = usePageApi();
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  useEffect(() => {
    if (openCount > 0) spotlight.open();
  }, [openCount]);
  const search = createPageSearch(
    buildMenu(user.roles, menuGroups).flatMap((group) =>
      group.pages.map((page) => ({ page, group: group.title })),
    ),
  );
  const results = search(query);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      attributes={{ content: { "aria-label": "搜索菜单" } }}
    >
      <Spotlight.Search
        placeholder="输入菜单名称、拼音或首字母"
        aria-label="搜索菜单"
        leftSection={<IconSearch size={20} stroke={1.6} />}
      />
      <Spotlight.ActionsList>
        {results.map(({ page, group }) => (
          <Spotlight.Action
            key={page.path}
            label={page.title}
            description={`${group} · ${page.path}`}
            leftSection={<page.icon size={22} stroke={1.5} />}
            onClick={() => void navigate(page.path)}
          />
        ))}
        {results.length === 0 && <Spotlight.Empty>没有找到匹配的菜单，换个关键词试试</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
