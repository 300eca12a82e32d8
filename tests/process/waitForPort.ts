import { connect } from "node:net";

/** Waits until a program of this machine listens. */
export async function waitForPort(port: number): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await isListening(port))) {
    if (performance.now() > deadline) throw new Error(`Nobody listens on ${port}`);
    await new Promise((later) => setTimeout(later, 20));
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}
