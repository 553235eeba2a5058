/**
 * Decoded query string. `order[createdAt]=desc` is `{ order: { createdAt: 'desc' } }`, `isTemplate[]=1&isTemplate[]=0`
 * is `{ isTemplate: ['1', '0'] }`. Objects have a null prototype, so a parameter can never shadow a method.
 */
export interface QueryParameters {
  readonly [parameter: string]: QueryValue | undefined;
}

export type QueryValue = string | readonly QueryValue[] | QueryParameters;
