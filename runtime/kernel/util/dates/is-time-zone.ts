/** Whether the platform can tell the time of a zone; some take offsets and other spellings as well. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether a text is a name of the time zone database, older names included (`Asia/Calcutta`); offsets are none. */
export function isTimeZoneName(text: string): boolean {
  return text.length <= 64 && NAME.test(text) && isTimeZone(text);
}
