/**
 * Any value that JSON can represent.
 *
 * @example
 * const asText = (value: JsonValue): string => JSON.stringify(value);
 */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/**
 * A JSON object in a request or response body.
 *
 * @example
 * const titleOf = ({ title }: JsonObject): string => (typeof title === 'string' ? title : '');
 */
export interface JsonObject {
  readonly [member: string]: JsonValue | undefined;
}
