/** Any value that JSON can represent. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object in a request or response body. */
export interface JsonObject {
  readonly [member: string]: JsonValue | undefined;
}
