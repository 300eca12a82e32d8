import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router-dom";
import { useTitle } from "./useTitle.ts";

/** What `/auth-redirect` says, hidden from every menu, and the way on from there. */
export function AuthReturn({ words, onward }: { readonly words: string; readonly onward: string }) {
  useTitle("授权返回");
  return (
    <Stack align="center" gap="sm">
      <Title order={1} size="h3">
        授权返回
      </Title>
      <Text c="dimmed">{words}</Text>
      <Anchor component={Link} to="/">
        {onward}
      </Anchor>
    </Stack>
  );
}
