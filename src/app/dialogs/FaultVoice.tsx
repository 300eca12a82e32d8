import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { useWiring } from "../entry/useWiring.ts";
import { faultSpeech } from "../messages/faultSpeech.ts";
import { say } from "../messages/say.tsx";

/** Says failed calls, one message for many of the same; prompts where the proxy base ended its session. */
export function FaultVoice() {
  const { faults, session } = useWiring();
  const [prompted, setPrompted] = useState(false);
  useEffect(
    () =>
      faults.listen((fault) => {
        const speech = faultSpeech(fault);
        if (speech.kind === "prompt") setPrompted(true);
        if (speech.kind === "message") say.error(speech.text);
      }),
    [faults],
  );
  const logInAgain = () => {
    session.send({ type: "session.end", reason: "reset" });
    window.location.reload();
  };
  if (!prompted) return null;
  return (
    <Dialog opened onClose={() => setPrompted(false)} title="您已被登出" centered>
      <Text>You have been logged out</Text>
      <Text c="dimmed" size="sm" mt={4}>
        您可以取消并留在本页，或重新登录。
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => setPrompted(false)}>
          取消 Cancel
        </Button>
        <Button data-autofocus onClick={logInAgain}>
          重新登录 Re-Login
        </Button>
      </Group>
    </Dialog>
  );
}
