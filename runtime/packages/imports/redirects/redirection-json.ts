import { BulkError, type ImportText, type JsonObject, type JsonValue } from 'cms-api-components';
import { isJsonObject, objectOf } from '../json-object.js';
import { type RedirectRow, skippedBecause } from './redirect-rows.js';

const LONGEST = 64 * 1024 * 1024;

/**
 * Reads redirects from a JSON export of the WordPress plugin Redirection. The line of a row is its number in the list.
 * @throws BulkError
 */
export async function readRedirectionJson(file: ImportText): Promise<readonly RedirectRow[]> {
  const read = await readJson(file);
  const redirects = isJsonObject(read) ? read['redirects'] : read;
  if (!Array.isArray(redirects))
    throw new BulkError(
      `${file.shown} has no "redirects" list. Export the redirects as JSON or CSV with the Redirection plugin.`,
    );
  const groups = isJsonObject(read) && Array.isArray(read['groups']) ? read['groups'] : [];
  const off = new Set(
    groups.map(objectOf).flatMap(({ id, enabled }) => (enabled === false && id !== undefined ? [id] : [])),
  );
  return redirects.map((one: JsonValue, index) => rowOf(objectOf(one), index + 1, off));
}

async function readJson(file: ImportText): Promise<JsonValue> {
  let text = '';
  for await (const part of file.text()) {
    text += part;
    if (text.length > LONGEST) throw new BulkError(`${file.shown} is longer than 64 million characters.`);
  }
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse returns JSON
  } catch (error) {
    throw new BulkError(
      `${file.shown} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

function rowOf(redirect: JsonObject, line: number, off: ReadonlySet<JsonValue>): RedirectRow {
  const textIn = (value: JsonValue | undefined): string =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  const { url, match_data: data, action_data: target, action_code: code, group_id: group = null } = redirect;
  const { flag_regex: flag } = objectOf(objectOf(data)['source']);
  const from = textIn(url);
  const to = typeof target === 'string' ? target : textIn(objectOf(target)['url']);
  const skipped = skippedBecause({
    from,
    to,
    regex: textIn(flag ?? redirect['regex']),
    match: textIn(redirect['match_type']),
    action: textIn(redirect['action_type']),
    enabled: off.has(group) ? 'false' : textIn(redirect['enabled']),
  });
  return { line, from, to, status: textIn(code), ...(skipped === undefined ? {} : { skipped }) };
}
