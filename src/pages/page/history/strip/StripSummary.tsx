import { VisuallyHidden } from "@mantine/core";
import type { StripFlight } from "./stripFlight.ts";
import { summarizeFlight } from "./summarize.ts";

interface Props {
  readonly flights: readonly StripFlight[];
  readonly caption: string;
}

/** The curves in a table for screen readers: the canvas is silent. */
export function StripSummary({ flights, caption }: Props) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {["飞行", "时间", "高度", "速度", "电量", "数据中断"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {flights.map(summarizeFlight).map(({ key, label, times, height, speed, battery, gaps }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{times}</td>
              <td>{height}</td>
              <td>{speed}</td>
              <td>{battery}</td>
              <td>{gaps}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
