// Generated from schemas/ by `cms generate`, which overwrites this file.

/** What the caller may do and see; for people, machine tokens are refused. */
export const adminModel = ({ request }) => request('GET', '/admin/model');
