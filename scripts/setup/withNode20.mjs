/**
 * Runs a task's module, or says in one line that this Node is too old for it. Imports nothing itself and is
 * loaded before anything else, so that an old Node gets as far as the sentence.
 * @param {() => Promise<{ run: (...args: string[]) => Promise<void> }>} load
 * @param {...string} args handed to the task
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
