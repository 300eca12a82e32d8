/** npm puts the registry that is set up on the machine in the place of this one. */
const registry = "https://registry.npmjs.org/";

/**
 * A lock that names the address of every package: without, npm asks the registry for the list of all versions of
 * each, a quarter of the installation's time and half of its work.
 * @param {Buffer} lock as it is committed, without addresses
 */
export function withAddresses(lock) {
  return changed(lock, (entry, place) => {
    if (!entry.integrity || entry.resolved) return;
    const name = entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    entry.resolved = `${registry}${name}/-/${name.split("/").at(-1)}-${entry.version}.tgz`;
  });
}

/**
 * The lock as it is committed; an installation that was cut off leaves one with addresses behind.
 * @param {Buffer} lock
 */
export function withoutAddresses(lock) {
  if (!lock.includes(`"resolved": "${registry}`)) return lock;
  return changed(lock, (entry) => {
    if (entry.resolved?.startsWith(registry)) delete entry.resolved;
  });
}

/**
 * @param {Buffer} lock
 * @param {(entry: { version: string, name?: string, integrity?: string, resolved?: string }, place: string) => void} change
 */
function changed(lock, change) {
  const read = JSON.parse(lock.toString());
  for (const [place, entry] of Object.entries(read.packages)) change(entry, place);
  return Buffer.from(`${JSON.stringify(read, null, 2)}\n`);
}
