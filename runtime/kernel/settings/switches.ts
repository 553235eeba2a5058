import { isRecord } from './apply-schema.js';
import type { Setting } from './setting.js';

/** Expands switches in place; the schema then fills in the rest of the group. */
export function openSwitches({ members = {} }: Setting, value: unknown): void {
  if (!isRecord(value)) return;
  for (const [key, member] of Object.entries(members)) {
    if (member.isSwitch === true && typeof value[key] === 'boolean') value[key] = { enabled: value[key] };
    openSwitches(member, value[key]);
  }
}
