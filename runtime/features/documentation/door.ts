import { defineDoor } from '../../kernel/contract/door.js';

/** The OpenAPI document of the service, as text. */
export const OPEN_API = defineDoor<() => Promise<string>>('OpenAPI document');
