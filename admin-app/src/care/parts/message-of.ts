import { errorOf } from '../../api/errors.js';

/** An error in words: what is wrong as a whole, then member by member. */
export function messageOf(error: unknown, translate: (key: string) => string): string {
  const { message, body } = errorOf(error) as { message: string; body?: { errors?: object } };
  const ofMembers = Object.entries(body?.errors ?? {}).map(([member, words]) => `${member}: ${words}`);
  const whole = message.startsWith('admin.') ? translate(message) : message;
  return ofMembers.length === 0 ? whole : ofMembers.join('\n');
}
