/**
 * Returns whether the platform accepts a time zone. Some platforms also accept offsets and other spellings.
 */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/**
 * Returns whether a text is a name of the time zone database, including older names (`Asia/Calcutta`) but not
 * offsets.
 */
export function isTimeZoneName(text: string): boolean {
  return text.length <= 64 && NAME.test(text) && isTimeZone(text);
}
