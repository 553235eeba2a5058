import type { JsonValue } from '../contract/json.js';

/** Returns whether a value is valid JSON at all levels: no dates, functions, infinite numbers or cycles. */
export function isJsonValue(value: unknown, around: readonly unknown[] = []): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || around.includes(value)) return false;
  const inside = [...around, value];
  if (Array.isArray(value)) return Array.from<unknown>(value).every((entry) => isJsonValue(entry, inside));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return Object.values(value).every((entry) => entry === undefined || isJsonValue(entry, inside));
}
