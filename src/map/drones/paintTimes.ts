/** How long painting the whole picture took, ms. Moving a painted picture is not counted. */
export class PaintTimes {
  count = 0;
  total = 0;
  longest = 0;

  record(ms: number): void {
    this.count++;
    this.total += ms;
    this.longest = Math.max(this.longest, ms);
  }
}
