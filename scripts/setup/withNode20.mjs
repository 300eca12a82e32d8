/**
 * Runs a task's module, or prints an error if this Node is too old. It imports nothing, so that even an old Node can
 * load it and print the error.
 * @param {() => Promise<{ run: (...args: string[]) => Promise<void> }>} load
 * @param {...string} args passed to the task
 */
export function withNode20(load, ...args) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    console.error(`Aerial Console needs Node 20 or newer; this is Node ${process.versions.node}.`);
    process.exitCode = 1;
    return;
  }
  load()
    .then((task) => task.run(...args))
    .catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
}
