import { AlarmPlaces } from "./AlarmPlaces.tsx";
import { DayStrip } from "./DayStrip.tsx";
import { Duty, Figures, Phases } from "./Figures.tsx";
import classes from "./Overview.module.css";
import type { WallOverview } from "./useOverview.ts";
import { WallMap } from "./WallMap.tsx";
import type { WallAddress } from "./wallAddress.ts";
import type { WallServices } from "./wallServices.ts";

interface Props {
  readonly services: WallServices;
  readonly address: WallAddress;
  readonly overview: WallOverview;
}

/**
 * One picture of the whole: the country with the fleet by state, figures beside it in order of weight, where alarms are
 * open, who is on duty, and the day along the foot.
 */
export function Overview({ services, address, overview }: Props) {
  return (
    <div className={classes["overview"]}>
      <Figures {...overview} form="whole" />
      <div className={classes["fleet"]}>
        <WallMap services={services} address={address} isCountry />
        <Phases {...overview} />
      </div>
      <div className={classes["watch"]}>
        <Duty {...overview} />
        <AlarmPlaces services={services} />
      </div>
      <div className={classes["day"]}>
        <DayStrip {...overview} address={address} />
      </div>
    </div>
  );
}
