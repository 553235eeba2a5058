// Generated from schemas/ by `cms generate`, which overwrites this file.

/** Reads the model for the caller. Requires a session; access tokens are not accepted. */
export const adminModel = ({ request }) => request('GET', '/admin/model');
