/**
 * Shifts what `Date` takes for now, in a process, a page or a worker. Pages get the text of this function, so it uses
 * nothing from outside.
 * @param {number} shiftMs
 */
export function shiftClock(shiftMs) {
  const RealDate = Date;
  const realNow = RealDate.now;
  const now = () => realNow() + shiftMs;
  RealDate.now = now;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  });
}
