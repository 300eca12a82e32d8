import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router-dom";
import { useDocumentTitle } from "./useDocumentTitle.ts";

/** The content of `/auth-redirect`, a route that no menu shows: a message and a link back. */
export function AuthRedirectMessage({
  message,
  linkLabel,
}: {
  readonly message: string;
  readonly linkLabel: string;
}) {
  useDocumentTitle("授权返回");
  return (
    <Stack align="center" gap="sm">
      <Title order={1} size="h3">
        授权返回
      </Title>
      <Text c="dimmed">{message}</Text>
      <Anchor component={Link} to="/">
        {linkLabel}
      </Anchor>
    </Stack>
  );
}
