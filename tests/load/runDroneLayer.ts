import { droneLayer } from "./droneLayer.ts";

for (const { what, figure, budget } of await droneLayer())
  console.log(`${what.padEnd(48)} ${figure.padStart(26)}  ${budget}`);
