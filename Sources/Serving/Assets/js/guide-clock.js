// Minutes of a guide's day, and clock times in its zone: pure, without a page.

export class GuideClock {
  #start;
  #zone;
  #language;
  #hours;

  // `start` is the day's beginning in milliseconds.
  constructor(start, zone, language) {
    [this.#start, this.#zone, this.#language] = [start, zone, language];
    this.#hours = this.#format(language, { timeStyle: "short" });
  }

  #format(language, options) { return new Intl.DateTimeFormat(language, { ...options, timeZone: this.#zone }); }
  #time(minute) { return this.#start + minute * 60_000; }

  minuteOf(time) { return (time - this.#start) / 60_000; }

  // The clock time at a minute of the day: on two nights of the year, it isn't the number of hours since its beginning.
  clock(minute) { return this.#hours.format(this.#time(minute)); }

  weekday(minute) { return this.#format(this.#language, { weekday: "short" }).format(this.#time(minute)); }

  // The first minute with this hour on the clock, among so many minutes; 0 if there is none.
  minuteOfHour(hour, minutes) {
    const hours = this.#format("en-GB", { hour: "2-digit", hourCycle: "h23" });
    for (let minute = 0; minute < minutes; minute += 60) {
      if (Number(hours.format(this.#time(minute))) === hour) return minute;
    }
    return 0;
  }
}

// The clock time at which a guide's day ends, if it is past midnight; otherwise undefined. `day`: its date, zone, start and minutes.
export function endOfToday({ day, zone, start, minutes }, now, language) {
  if (new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(now) === day) return undefined;
  return new Intl.DateTimeFormat(language, { timeStyle: "short", timeZone: zone }).format(start + minutes * 60_000);
}
