/** Value of a JSON input whose text is not valid JSON. */
export interface InvalidJson {
  readonly '~text': string;
  readonly reason: string;
}

export const isInvalidJson = (value: unknown): value is InvalidJson =>
  typeof value === 'object' && value !== null && '~text' in value;

/**
 * Parses the text of a JSON input.
 * @param explain formats the error message of the parser
 */
export function parseJson(text: string, explain: (reason: string) => string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    return {
      '~text': text,
      reason: explain(error instanceof Error ? error.message : ''),
    } satisfies InvalidJson;
  }
}

export const printJson = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, undefined, 2);
