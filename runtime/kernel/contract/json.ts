/** A value that JSON can carry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object as a request body or response body carries it. */
export interface JsonObject {
  readonly [member: string]: JsonValue | undefined;
}
