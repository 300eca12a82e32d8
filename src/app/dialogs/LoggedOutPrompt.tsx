import { Button, Group, Text } from "@mantine/core";
import { Dialog } from "../../ui/Dialog.tsx";

interface Props {
  readonly onStay: () => void;
  readonly onLogIn: () => void;
}

/** Shown when the proxy base has ended its session: stay on the page, or log in again. */
export function LoggedOutPrompt({ onStay, onLogIn }: Props) {
  return (
    <Dialog opened onClose={onStay} title="您已被登出" centered>
      <Text>You have been logged out</Text>
      <Text c="dimmed" size="sm" mt={4}>
        您可以取消并留在本页，或重新登录。
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay}>
          取消 Cancel
        </Button>
        <Button data-autofocus onClick={onLogIn}>
          重新登录 Re-Login
        </Button>
      </Group>
    </Dialog>
  );
}
