import { Cron } from 'croner';
import { isTimeZone } from '../kernel/util/is-time-zone.js';
import type { ConfigProblem } from '../kernel/errors/config-error.js';
import type { RawConfig } from './raw-config.js';

/** The daily scan: times that come, in a zone that there is. */
export function checkSchedule(raw: RawConfig): ConfigProblem[] {
  const { enabled, cron, time_zone } = raw.schedule.scan_orphaned;
  if (enabled === false) return [];
  const key = 'schedule.scan_orphaned';
  return [
    ...(isCron(cron.trim())
      ? []
      : [
          {
            key: `${key}.cron`,
            problem: `"${cron}" is not a cron expression`,
            advice: 'write five fields like 0 3 * * *',
          },
        ]),
    ...(isTimeZone(time_zone)
      ? []
      : [
          {
            key: `${key}.time_zone`,
            problem: `"${time_zone}" is not a time zone`,
            advice: 'write one like Europe/London',
          },
        ]),
  ];
}

/** One that is due at some time, with five fields: what follows it knows more kinds. */
function isCron(text: string): boolean {
  if (!/^(?:[\d*/,\-A-Za-z]+\s+){4}[\d*/,\-A-Za-z]+$/.test(text)) return false;
  try {
    return new Cron(text, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}
